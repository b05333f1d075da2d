"""The documentation's own commands.

python -m tools.docs check [PAGE …]     say where a page shows something that did not happen
python -m tools.docs update [PAGE …]    put the real outputs into the pages
python -m tools.docs build              the site, in build/site
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.docs import ROOT
from tools.docs.pages import PageError, executed, pages


def difference(page: Path) -> tuple[str, list[str]]:
    """The page as it should be, and the lines of a diff that leads there."""
    name, text = str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
    real = executed(text, name)
    shown, right = f"{name} (shown)", f"{name} (real)"
    diff = difflib.unified_diff(text.splitlines(), real.splitlines(), shown, right, lineterm="")
    return real, list(diff)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description="Check, update or build the docs.")
    parser.add_argument("task", choices=["check", "update", "build"])
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE")
    options = parser.parse_args(arguments)
    if options.task == "build":
        from tools.docs.site import build

        return build()
    wrong = 0
    for page in [path.resolve() for path in options.pages] or pages():
        try:
            real, diff = difference(page)
        except PageError as error:
            print(error, file=sys.stderr)
            wrong += 1
            continue
        print("\n".join(diff), end="\n" if diff else "")
        if options.task == "update" and diff:
            page.write_text(real, encoding="utf-8")
        elif diff:
            wrong += 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
