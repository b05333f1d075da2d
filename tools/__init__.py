"""What builds and checks the project's papers; no part of the package."""
