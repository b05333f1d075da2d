"""`python -m verified_perceptron` is the command `verified-perceptron`."""

from verified_perceptron.cli import main

if __name__ == "__main__":
    main()
