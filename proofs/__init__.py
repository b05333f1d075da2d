"""Proofs about the perceptron, each checked by machine."""
