"""The report and the playground."""
