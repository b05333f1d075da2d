"""The Coq side: theorems composed by hand (`*.v` here), and every obligation of the kernel, generated."""
