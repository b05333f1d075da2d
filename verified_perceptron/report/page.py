"""One self-contained page: template, style, scripts and data in a single HTML file.

Data go in as JSON in which `<`, `>` and `&` are escaped, and reach the screen as text nodes only, so that no name
or label can become markup.  The page forbids itself every connection.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from importlib import resources

from verified_perceptron import __version__
from verified_perceptron.report.gather import Json

SCRIPTS = (
    "exact.js",
    "perceptron.js",
    "faults.js",
    "invariants.js",
    "vectors.js",
    "page.js",
    "figures.js",
    "run.js",
    "playground.js",
    "claims.js",
    "main.js",
)
"""In this order: each uses only what stands before it."""

CORE = SCRIPTS[:5]
"""The scripts that know nothing of a page: exact numbers, perceptrons, invariants."""


def asset(name: str) -> str:
    """A file of the page."""
    return resources.files("verified_perceptron.report").joinpath("assets", name).read_text("utf-8")


def page(title: str, content: Mapping[str, Json]) -> str:
    """The whole page; `content` has runs, and may have claims, breaks and evidence."""
    scripts = "\n".join(f"<script>\n{asset(name)}</script>" for name in SCRIPTS)
    parts = {
        "title": html.escape(title),
        "style": asset("page.css"),
        "data": embedded({"title": title, "version": __version__, **content}),
        "scripts": scripts,
    }
    # One pass over the template: what is filled in is never read as template again.
    pieces = asset("page.html").split("{{")
    out = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        out += [parts[name], rest]
    return "".join(out)


def embedded(value: Mapping[str, Json]) -> str:
    """JSON that can stand inside a script element whatever it contains."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
