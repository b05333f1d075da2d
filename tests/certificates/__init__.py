"""Decisions, certificates and the trusted checker."""
