"""The judge of proof steps and the evidence matrix."""
