"""The theorems T0–T12, one file each, written in the logic of `verified_perceptron.logic`."""
