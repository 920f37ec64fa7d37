"""The page's files as they are sent: many modules in few files, without comments, so that few round trips load them.

The sources stay plain ES modules that a browser also runs as they are. A module of a bundle becomes a function that
returns its exports; imports of it, anywhere, become variables taken from there. That needs the one way of writing
imports and exports that the sources have, and no cycles: `BundleError` names what cannot be bundled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Read = Callable[[str], str]  # returns the source of a module by its name

START, GAME = "start.bundle.js", "game.bundle.js"
#: The bundles, each with the modules whose imports it has. A bundle leaves out what is in those before it.
BUNDLES = {START: ("home.js", "main.js"), GAME: ("app.js", "worker.js")}
ENTRY = "main.js"  # it runs at the end of its bundle, and may wait there

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) +(\w+))", re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([\w-]+\.js)"\)')
_COMMENT = re.compile(r"^ *(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_SPACE = re.compile(r"^\s+", re.MULTILINE)
# Behind code; no quote follows, so it is not in a text.
_REMARK = re.compile(r"(?<=[;{},\])]) +// [^\n\"'`]*$", re.MULTILINE)
_VARIABLE = re.compile(r"(?<!bundle\.)\$\w+")


class BundleError(ValueError):
    """A module that is not written as bundles need it."""


def stripped(source: str) -> str:
    """Return JavaScript or CSS without comments on lines or behind code, empty lines and indentation.

    The sources have no text that goes over several lines, which is the one place where this would change anything.
    """
    return _SPACE.sub("", _REMARK.sub("", _COMMENT.sub("", source)))


def loaded_with(roots: Iterable[str], read: Read) -> list[str]:
    """Return modules with everything that they import at once, each after what it imports."""
    found: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise BundleError(f"{name} imports itself through {' and '.join(above)}.")
        if name not in found:
            for _, imported in _IMPORT.findall(read(name)):
                visit(imported, (*above, name))
            found.append(name)

    for root in roots:
        visit(root, ())
    return found


def bundled(names: Iterable[str], read: Read) -> dict[str, str]:
    """Return the text of every bundle and of every other module, by the name under which it is sent."""
    homes: dict[str, str] = {}  # the bundle of a module
    for bundle, roots in BUNDLES.items():
        for name in loaded_with(roots, read):
            homes.setdefault(name, bundle)
    sent = {bundle: _bundle(bundle, homes, read) for bundle in BUNDLES}
    return sent | {name: _alone(name, homes, read) for name in names if name not in homes}


def _bundle(bundle: str, homes: Mapping[str, str], read: Read) -> str:
    own = [name for name, home in homes.items() if home == bundle]
    parts = []
    for name in own:
        source = _module(name, read)
        if name == ENTRY:
            parts.append(_rewritten(source, homes, bundle))
            continue
        exports = ", ".join(_EXPORT.findall(source))
        body = _EXPORT.sub("", _rewritten(source, homes, bundle))
        parts.append(f"const {_variable(name)} = (() => {{\n{body}return {{ {exports} }};\n}})();\n")
    text = "".join(parts)
    outside = _imports(text, {name: home for name, home in homes.items() if home != bundle})
    exports = ", ".join(_variable(name) for name in own if name != ENTRY)
    return f"{outside}{text}export {{ {exports} }};\n"


def _alone(name: str, homes: Mapping[str, str], read: Read) -> str:
    """Return a module of no bundle: what it imports from bundles comes from there."""
    text = _rewritten(_module(name, read), homes, None)
    return _imports(text, homes) + text


def _module(name: str, read: Read) -> str:
    source = stripped(read(name))
    for line in re.findall(r"^(?:import|export)\b.*", _EXPORT.sub("", _IMPORT.sub("", source)), re.MULTILINE):
        raise BundleError(f"{name} has an import or export that cannot be bundled: {line}")
    return source


def _rewritten(source: str, homes: Mapping[str, str], bundle: str | None) -> str:
    """Take what a module imports from bundles out of their variables; `bundle` is the one that it is in itself."""

    def taken(found: re.Match[str]) -> str:
        names, module = found.groups()
        if module not in homes:
            return found[0]
        return f"const {{{names.replace(' as ', ': ')}}} = {_variable(module)};\n"

    def later(found: re.Match[str]) -> str:
        module = found[1]
        home = homes.get(module)
        if home is None:
            return found[0]
        if home == bundle or (bundle is not None and home == START):
            return f"Promise.resolve({_variable(module)})"
        return f'import("./{home}").then((bundle) => bundle.{_variable(module)})'

    return _LATER.sub(later, _IMPORT.sub(taken, source))


def _imports(text: str, homes: Mapping[str, str]) -> str:
    """Return the imports of the variables of bundles that a text uses."""
    lines = []
    found = set(_VARIABLE.findall(text))
    for bundle in BUNDLES:
        used = [_variable(name) for name, home in homes.items() if home == bundle and _variable(name) in found]
        if used:
            lines.append(f'import {{ {", ".join(used)} }} from "./{bundle}";\n')
    return "".join(lines)


def _variable(name: str) -> str:
    """Return the variable of a module in its bundle; no source has names with this sign."""
    return "$" + name.removesuffix(".js").replace("-", "_")
