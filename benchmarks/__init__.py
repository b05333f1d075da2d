"""Measurements and soaks: each file is a program."""
