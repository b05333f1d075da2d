"""The report: an exact run as one self-contained page, with the curves of the proof and a playground.

`gather` turns a run into a record of exact numbers (text, `p` or `p/q`); `page` puts records, style and script into
one HTML file that needs no network.  Floats occur in the browser only, for the positions of pixels.
"""

from __future__ import annotations

from verified_perceptron.report.gather import Asked, gather
from verified_perceptron.report.page import page

__all__ = ["Asked", "gather", "page"]
