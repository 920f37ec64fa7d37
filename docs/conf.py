"""How Sphinx builds the documentation site (`make docs`): the repository's own Markdown, and a reference.

The folder of sources is that of the repository, so that links and pictures work there as they do on the site.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]

#: The navigation, by reader. Every document is in it once; docs/reference.md lists the pages below it.
NAVIGATION = {
    "Play": [
        "docs/command-line",
        "docs/page",
        "docs/without-a-server",
        "docs/pictures",
        "docs/controls",
        "docs/rules",
        "docs/no-guess",
        "docs/lessons",
        "docs/training",
        "docs/themes",
    ],
    "Together": [
        "docs/together",
        "docs/players",
        "docs/client",
    ],
    "Study": [
        "docs/api",
        "docs/env",
        "docs/evaluate",
        "docs/solver",
        "docs/metrics",
        "docs/random",
        "docs/reference",
    ],
    "Host": [
        "docs/deploy",
        "docs/operations",
        "docs/security",
        "docs/server",
        "docs/server-design",
        "docs/protocol",
    ],
    "Files and formats": [
        "docs/replay-format",
        "docs/rounds",
        "docs/formats",
        "docs/links",
    ],
    "In other languages": [
        "docs/de/rules",
        "docs/de/controls",
        "docs/de/no-guess",
        "docs/de/together",
        "docs/ja/rules",
        "docs/ja/controls",
        "docs/ja/no-guess",
        "docs/ja/together",
        "docs/pl/rules",
        "docs/pl/controls",
        "docs/pl/no-guess",
        "docs/pl/together",
        "docs/ru/rules",
        "docs/ru/controls",
        "docs/ru/no-guess",
        "docs/ru/together",
        "docs/zh/rules",
        "docs/zh/controls",
        "docs/zh/no-guess",
        "docs/zh/together",
        "docs/fr/rules",
        "docs/fr/controls",
        "docs/fr/no-guess",
        "docs/fr/together",
        "docs/es/rules",
        "docs/es/controls",
        "docs/es/no-guess",
        "docs/es/together",
        "docs/pt-BR/rules",
        "docs/pt-BR/controls",
        "docs/pt-BR/no-guess",
        "docs/pt-BR/together",
    ],
    "Develop": [
        "ARCHITECTURE",
        "CONTRIBUTING",
        "CHANGELOG",
        "docs/languages",
        "docs/package",
    ],
}

#: The game's colours, by the variables of the site's theme.
COLOURS = {
    "color-background-primary": "page",
    "color-background-secondary": "panel",
    "color-background-border": "line",
    "color-foreground-primary": "text",
    "color-foreground-secondary": "muted",
    "color-brand-primary": "accent",
    "color-brand-content": "accent",
    "color-brand-visited": "accent",
}


def colours(theme: str) -> dict[str, str]:
    """Return the colours of one of the game's themes as variables of the site's theme."""
    tokens = json.loads((ROOT / "src/sapper/display/themes.json").read_text("utf-8"))["themes"][theme]
    return {variable: tokens[token] for variable, token in COLOURS.items()}


def add_navigation(app: Sphinx, document: str, source: list[str]) -> None:
    """Append the navigation to the start page as the site has it."""
    if document == "README":
        for reader, names in NAVIGATION.items():
            lines = "\n".join(names)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {reader}\n\n{lines}\n```\n"


def describe_value(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Remove the docstring of a constant's class, which Python also gives as that of the constant."""
    if what == "data":
        lines.clear()


def add_index(app: Sphinx, error: Exception | None) -> None:
    """Write the start page under the name that browsers and web servers look for."""
    if error is None:
        shutil.copyfile(Path(app.outdir, "README.html"), Path(app.outdir, "index.html"))


def setup(app: Sphinx) -> None:
    """Connect the functions of this file."""
    app.connect("source-read", add_navigation)
    app.connect("autodoc-process-docstring", describe_value)
    app.connect("build-finished", add_index)


project = "Sapper"
author = "The Sapper developers"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "docs/??/*.md", "docs/??-??/*.md", "docs/reference/*.md"]
exclude_patterns = [".*", "build"]
highlight_language = "text"
default_role = "code"  # docstrings are written with the backticks of Markdown
add_module_names = False
smartquotes = False

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_mock_imports = ["stable_baselines3"]  # whose torch is larger than all else
autodoc_type_aliases = {"protocol.Outbound": "protocol.Outbound"}  # by its name, not as all of its messages

html_theme = "furo"
html_title = "Sapper"
html_favicon = "../src/sapper/web/assets/favicon.svg"
html_theme_options = {"light_css_variables": colours("light"), "dark_css_variables": colours("dark")}
html_copy_source = False
html_show_copyright = False
