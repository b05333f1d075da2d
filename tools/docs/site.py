"""The site: pages, figures and generated reference, put together in build/docs and rendered to build/site.

The pages under docs/ are written; the pages of `reference.GENERATED` are made from the code at each build, so they
cannot be out of date.  A link that leads nowhere, a figure that is missing, a page that nothing leads to, or
anything that would be loaded from the network, ends the build.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.docs import ROOT
from tools.docs.figures import draw_all
from tools.docs.reference import GENERATED, INSERTED

SOURCE = ROOT / "docs"
PREPARED = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"


def prepare(directory: Path) -> None:
    """All pages and figures, in a directory of their own."""
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(SOURCE, directory)
    for path in directory.rglob("*.md"):
        words = path.read_text(encoding="utf-8")
        for mark, part in INSERTED.items():
            if mark in words:
                path.write_text(words.replace(mark, part()), encoding="utf-8")
    for name, page in GENERATED.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(page(), encoding="utf-8")
    draw_all(directory / "course" / "figures")


def build() -> int:
    """The site in build/site; 0 if it was rendered and nothing in it is broken, else 1."""
    prepare(PREPARED)
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", "mkdocs.yml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        return 1
    troubles = list(broken(SITE))
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    if not troubles:
        print(f"{SITE.relative_to(ROOT)}/index.html: {len(list(SITE.rglob('*.html')))} pages")
    return int(bool(troubles))


# --- nothing leads nowhere --------------------------------------------------------------------------

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
"""What a browser fetches by itself."""


@dataclass
class _Page(HTMLParser):
    """The links, the fetched files and the anchors of a page."""

    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors |= {str(found[key]) for key in ("id", "name") if found.get(key)}
        if tag == "a" and found.get("href"):
            self.links.append(str(found["href"]))
        elif tag in LOADED and found.get(LOADED[tag]):
            self.loaded.append(str(found[LOADED[tag]]))


def broken(site: Path) -> Iterator[str]:
    """A sentence for everything that leads nowhere, is fetched from the network, or cannot be reached."""
    pages = {path.resolve(): _read(path) for path in sorted(site.rglob("*.html"))}
    reached = {(site / "index.html").resolve(), (site / "404.html").resolve()}
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for target in [*page.links, *page.loaded]:
            where = urlsplit(target)
            if where.scheme or where.netloc:
                if target in page.loaded and where.scheme != "data":
                    yield f"{name}: {target} would be fetched from the network"
                continue
            if name.name == "404.html":
                continue  # it is shown at any address, so its links are not relative to its own
            goal = (path.parent / unquote(where.path)).resolve() if where.path else path
            goal = goal / "index.html" if goal.is_dir() else goal
            reached.add(goal)
            if not goal.exists():
                yield f"{name}: {target} leads nowhere"
            elif where.fragment and goal in pages and unquote(where.fragment) not in pages[goal].anchors:
                yield f"{name}: {target} names no place of that page"
    for path in pages.keys() - reached:
        yield f"{path.relative_to(site.resolve())}: nothing leads to this page"


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page
