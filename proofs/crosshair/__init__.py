"""Symbolic execution: the lemmas of the proof, confirmed over all integers on the functions that run."""
