"""The style sheets keep to their scales, to the named kinds of windows and to the classes of their folders."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import pytest

from sapper.web import WEB

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SRC = WEB / "src"
SHEETS = sorted(SRC.rglob("*.css"))
TOKENS = SRC / "ui" / "base.css"
WINDOWS = SRC / "ui" / "windows.ts"
TEXTS = {"xs", "sm", "md", "lg", "xl", "2xl", "3xl"}
RADII = {"sm", "md", "lg", "full"}
UNSEEN_TEXT = "1px"  # of cells that only screen readers read
OPEN = ("ui", "app", "themes")  # what every page is made of may be named alone
LONGEST = 500


class Rule(NamedTuple):
    """A rule of a sheet, with the conditions and layers around it."""

    around: tuple[str, ...]
    selector: str
    declarations: dict[str, str]


def parts(text: str, at: str) -> list[str]:
    """Return the parts of a text between separators that are in no brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == at and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found if part.strip()]


def rules(sheet: Path) -> Iterator[Rule]:
    """Read the rules of a sheet; those inside of others have these around them."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    around: list[str] = []
    written: list[str] = []
    start = ""
    for part in re.split(r"([{};])", text):
        if part == "{":
            around.append(" ".join(start.split()))
            written.append("")
        elif part == "}":
            own = [declaration.split(":", 1) for declaration in parts(written.pop(), ";")]
            selector = around.pop()
            if own:
                yield Rule(tuple(around), selector, {name.strip(): " ".join(value.split()) for name, value in own})
        elif part == ";" and written:
            written[-1] += f"{start};"
        start = part if part not in ("{", "}", ";") else ""


def found(pattern: str) -> list[tuple[str, str, str]]:
    """Return the declarations whose name fits a pattern, with their sheet and value."""
    return [
        (str(sheet.relative_to(SRC)), name, value)
        for sheet in SHEETS
        for rule in rules(sheet)
        for name, value in rule.declarations.items()
        if re.fullmatch(pattern, name)
    ]


def test_the_scales_are_seven_sizes_of_text_four_radii_and_one_tap() -> None:
    text = TOKENS.read_text("utf-8")
    assert set(re.findall(r"--text-(\w+): \d+px;", text)) == TEXTS
    assert set(re.findall(r"--radius-(\w+): \d+px;", text)) == RADII
    assert "--tap: 44px;" in text


def test_text_has_a_size_of_the_scale() -> None:
    sizes = found("font-size")
    right = {f"var(--text-{name})" for name in TEXTS} | {"0", "inherit", UNSEEN_TEXT}
    assert [place for place in sizes if place[2] not in right] == []
    fonts = [place for place in found("font") if place[2] != "inherit"]
    assert [place for place in fonts if not re.search(r"(^| )var\(--text-\w+\) / ", place[2])] == []
    assert len(sizes) > 100


def test_corners_have_a_radius_of_the_scale() -> None:
    right = {f"var(--radius-{name})" for name in RADII} | {"0", "inherit", "!important"}
    radii = found(r"border(-\w+)*-radius")
    assert [place for place in radii if not set(place[2].split()) <= right] == []
    assert len(radii) > 50


def test_what_a_finger_needs_is_the_size_of_a_tap() -> None:
    """A least size from 43 to 55 px is meant for a finger."""
    least = [place for place in found(r"min-(height|width)") if re.fullmatch(r"(4[3-9]|5[0-5])px", place[2])]
    exact = [place for place in found(r"(height|width)") if place[2] == "44px"]
    assert [*least, *exact] == []


def test_only_one_place_knows_widths_and_heights_of_windows() -> None:
    kinds = set(re.findall(r"^  (\w+): ", WINDOWS.read_text("utf-8"), re.MULTILINE))
    assert {"narrow", "phone", "lying"} <= kinds
    for sheet in SHEETS:
        text = sheet.read_text("utf-8")
        assert not re.findall(r"@media[^{]*(?:width|height|orientation)[^{]*", text), sheet
        assert set(re.findall(r"\.is-(\w+)", text)) <= kinds, sheet
    scripts = [path for path in SRC.rglob("*.ts") if path != WINDOWS]
    assert [path for path in scripts if re.search(r"\((?:min|max)-(?:width|height):", path.read_text("utf-8"))] == []


def test_every_rule_is_in_a_layer() -> None:
    layers = re.search(r"@layer ([\w, ]+);", (SRC / "styles.css").read_text("utf-8"))
    assert layers
    assert layers[1] == "base, ui, page, phone, theme"
    for sheet in SHEETS:
        for rule in rules(sheet):
            if not rule.selector.startswith("@property"):
                assert rule.around, (sheet, rule.selector)
                assert rule.around[0] in {f"@layer {name}" for name in layers[1].split(", ")}, (sheet, rule)
                is_of_window = any(".is-" in part for part in rule.around)
                assert not is_of_window or rule.around[0] == "@layer phone", (sheet, rule)


def selectors() -> Iterator[tuple[str, Path, str]]:
    """Every selector, with the folder of its sheet."""
    for sheet in SHEETS:
        for rule in rules(sheet):
            if not any(part.startswith("@keyframes") for part in rule.around):
                for selector in parts(rule.selector, ","):
                    yield sheet.relative_to(SRC).parts[0], sheet, selector


def classes(selector: str) -> list[str]:
    return re.findall(r"\.([a-z][\w-]*)", selector)


def test_a_folder_styles_only_what_is_its_own() -> None:
    """Every selector has a class that other folders never style or begin with: no generic class leaks out."""
    first, anywhere = defaultdict(set), defaultdict(set)
    for folder, _, selector in selectors():
        for place, name in enumerate(classes(selector) if folder != "themes" else []):
            anywhere[name].add(folder)
            if place == 0:
                first[name].add(folder)
    leaks = [
        (str(sheet.relative_to(SRC)), selector)
        for folder, sheet, selector in selectors()
        if folder not in OPEN
        and selector != "&"
        and not any({folder} in (first[name], anywhere[name]) for name in classes(selector))
    ]
    assert leaks == []


def test_every_class_of_the_sheets_is_named_in_the_page() -> None:
    named = "\n".join(path.read_text("utf-8") for path in [*SRC.rglob("*.ts"), WEB / "index.html"])
    made = re.compile(r"is-|age-|shade-|tight|more-(?:left|right|top|bottom)")  # put together from parts
    used = {name for _, _, selector in selectors() for name in classes(selector) if not made.match(name)}
    words = set(re.findall(r"[a-z][\w-]*", named))
    assert used - words == set()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.relative_to(SRC)))
def test_a_sheet_has_one_subject(sheet: Path) -> None:
    assert len(sheet.read_text("utf-8").splitlines()) <= LONGEST
