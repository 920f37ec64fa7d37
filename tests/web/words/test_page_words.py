"""The words of the page: all of them come from the catalogue, and no others are sent."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web.browsing import watch
from web.modules import run_all

from sapper.display import languages as languages_module
from sapper.display import wording as module
from sapper.display.phrases import SENT_GROUPS
from sapper.display.wording import ENGLISH, languages, wording
from sapper.web import SOURCES, WEB, build, schema, words

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route
    from web.browsing import Server

    from sapper.web.words import Reads

MODULES = sorted(set(SOURCES.rglob("*.ts")) - {schema.TYPES, words.TYPES})
PART_BYTES = 12_000
INDEX = (WEB / "index.html").read_text("utf-8")
COMMENT = r"/\*.*?\*/|(?<![:\"'`])//[^\n]*"
THROWN = r"throw new Error\([^\n]*"
FILES = SOURCES / "local" / "files"  # their words are those of file formats, which programs read
LITERAL = r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`'
LIST_GERMAN = """document.addEventListener("readystatechange", () => {
  document.documentElement.dataset.languages = "de en";
})"""  # before the modules run
# Names of keys, of fonts and of the game: the same in every language.
NAMES = {
    *("Esc", "PgUp", "PgDn", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
    *("Spacebar", "Enter", "Escape", "Tab", "Backspace", "Delete", "Insert", "Home", "End", "Shift", "Control"),
    *("Segoe UI", "Noto Sans", "Helvetica Neue", "Sapper"),
}


def literals(source: str) -> list[str]:
    """Return the string literals of a module, without comments, errors for developers and values in templates."""
    code = re.sub(THROWN, "", re.sub(COMMENT, "", source, flags=re.DOTALL))
    return [re.sub(r"\$\{[^{}]*\}", "", found[1:-1]) for found in re.findall(LITERAL, code)]


def reads_like_words(text: str) -> bool:
    """Return whether a text begins as a title does, or ends as a sentence does."""
    is_title = re.match(r"[A-Z][a-z]+(?![\w-])", text) is not None
    is_sentence = re.search(r"[a-z]{2,} [a-z]+[.?]$", text) is not None
    return text not in NAMES and (is_title or is_sentence)


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent != FILES], ids=lambda path: path.name)
def test_no_words_are_written_in_the_modules(path: Path) -> None:
    source = path.read_text("utf-8")
    assert [text for text in literals(source) if reads_like_words(text)] == []
    labels = re.findall(rf"\b(?:\"aria-label\"|title|placeholder|label|alt): ({LITERAL})", source)
    assert [label for label in labels if re.search(r"[A-Za-z]{2}", re.sub(r"\$\{[^{}]*\}", "", label))] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_dates_and_times_are_written_in_the_language_of_the_page(path: Path) -> None:
    source = path.read_text("utf-8")
    assert re.findall(r"\.toLocale(?:Date|Time)?String\((?!locale\(\))[^\n]*", source) == []
    assert re.findall(r"new Intl\.\w+Format\((?!locale\(\))[^\n]*", source) == []


@pytest.mark.parametrize(
    "code",
    [
        'button("Close", close)',
        'el("p", {}, "Nothing was certain.")',
        "say(`Won in ${time} seconds`)",
        "say(`${count} squares are safe.`)",
    ],
)
def test_the_check_finds_words(code: str) -> None:
    assert any(map(reads_like_words, literals(code)))


@pytest.mark.parametrize(
    "code", ['el("div", { class: "muted small" })', 'throw new Error("Not here.")', "// A comment"]
)
def test_the_check_passes_what_nobody_reads(code: str) -> None:
    assert not any(map(reads_like_words, literals(code)))


@pytest.fixture(scope="module")
def reads() -> Reads:
    return build.run()


def test_the_page_has_the_messages_that_its_modules_use_and_no_others(reads: Reads) -> None:
    sources = "".join(path.read_text("utf-8") for path in MODULES)
    used = set(re.findall(r'\b(?:message|pieces|lines)\(\s*"([^"]+)"', sources))
    used |= {
        f"{group}.{name}" for group in (*SENT_GROUPS, *words.MADE_GROUPS) for name in wording().names("messages", group)
    }
    given = [part["messages"] for part in words.page_words(reads).values()]
    keys = [f"{group}.{name}" for part in given for group, entries in part.items() for name in entries]
    assert sorted(keys) == sorted(used)
    assert len(used) > 130


def test_a_key_that_is_not_written_out_is_an_error(tmp_path: Path) -> None:
    source = 'import { message as say } from "../ui/words.ts";\nsay("pause.resume");\nsay(`pause.${name}`);\n'
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "one.ts").write_text(source, "utf-8")
    script = """async ([tools, words, folder]) => {
      const { createRequire } = await import("node:module");
      const { wordsRead } = await import(words);
      const require = createRequire(tools);
      return wordsRead(["app/one.ts"], folder, { esbuild: require("esbuild"), acorn: require("acorn") });
    }"""
    given = [
        str(Path(sys.prefix, "node", "package.json")),
        str(build.ROOT / "scripts" / "page_words.mjs"),
        str(tmp_path),
    ]
    with pytest.raises(AssertionError, match=r"app/one\.ts: the key of a message has to be written out"):
        run_all(script, [given])


def test_what_the_page_is_given_is_what_the_catalogue_has(reads: Reads) -> None:
    parts, entries = words.page_words(reads), wording().entries
    assert {**parts["schema"]["actions"], **parts["words"]["actions"]}["hint"] == {"name": "Hint"}
    assert parts["page-words"]["settings"]["display"]["theme"] == entries["settings"]["display"]["theme"]
    assert set(parts["settings-words"]["languages"]) == set(languages())
    assert parts["study-words"]["messages"]["analysis"].items() <= entries["messages"]["analysis"].items()
    assert parts["advice-words"]["messages"]["reason"].items() <= entries["messages"]["reason"].items()
    assert not {"text", "footer"} & {group for part in parts.values() for group in part["messages"]}


PACK = "(text) => process.getBuiltinModule('node:zlib').brotliCompressSync(text).length"


@pytest.mark.parametrize("language", languages())
def test_a_first_game_and_every_later_part_take_12_kb_of_words(reads: Reads, language: str) -> None:
    parts = words.page_words(reads, language)
    texts = [json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in parts.values()]
    sizes = dict(zip(parts, run_all(PACK, texts), strict=True))
    first = sum(sizes[part] for part in words.FIRST[:3])  # with its first hint and its end
    assert first <= PART_BYTES, sizes
    assert max(sizes.values()) <= PART_BYTES, sizes


@pytest.mark.parametrize("language", languages())
def test_all_words_of_a_language_take_at_most_12_kb_more_than_those_of_english(reads: Reads, language: str) -> None:
    texts = [
        json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        for code in (ENGLISH, language)
        for part in words.page_words(reads, code).values()
    ]
    sizes = run_all(PACK, texts)
    half = len(sizes) // 2
    assert sum(sizes[half:]) - sum(sizes[:half]) <= PART_BYTES


def test_a_screen_names_the_words_of_its_folder(reads: Reads) -> None:
    """One that does not would find no words for what only its folder says."""
    own = {part: {name.partition("/")[0] for name in names} for part, names in reads["parts"].items()}
    source = (SOURCES / "app" / "shell" / "screens.ts").read_text("utf-8")
    screens = re.findall(r"\n  \S+: \{\n(.*?)\n  \},", source, re.DOTALL)
    folders = dict.fromkeys(("analysis", "learn", "people", "replay", "statistics"), "study")
    folders |= {"together": "together", "settings": "settings"}
    assert {f"{part}-words" for part in folders.values()} <= own.keys()
    for screen in screens:
        loaded = {folders.get(folder) for folder in re.findall(r'import\("../../(\w+)/', screen)} - {None}
        assert re.findall(r'words: "(\w+)-words"', screen) == sorted(filter(None, loaded)), screen


def test_a_key_that_the_catalogue_lacks_is_an_error(reads: Reads) -> None:
    cats: words.Module = {"calls": [["message", "count.cats"]], "texts": []}
    with pytest.raises(KeyError, match="cats"):
        words.page_words({**reads, "modules": {**reads["modules"], "app/cats.ts": cats}, "start": ["app/cats.ts"]})


def test_the_types_name_the_values_of_each_message() -> None:
    types = words.typescript()
    assert '"odds.lowest": { risk: string | number; square: string | number };' in types
    assert '"odds.safe": { count: number };' in types
    assert '"pause.resume": {};' in types
    (lines,) = [line for line in types.splitlines() if line.startswith("export type LinesKey = ")]
    assert {'"help.advice"', '"help.mouse"'} <= set(lines.removesuffix(";").split(" = ")[1].split(" | "))


def test_the_page_lists_the_languages_that_there_are() -> None:
    listed = re.search(r'<html lang="en" data-languages="([^"]+)">', INDEX)
    assert listed is not None
    assert listed[1].split() == languages()


def test_the_words_in_the_page_itself_are_those_of_the_catalogue() -> None:
    assert f'<meta name="description" content="{wording().message("help.slogan")}">' in INDEX
    assert f'<noscript><p class="plain">{wording().message("page.no-script")}</p></noscript>' in INDEX


def test_another_language_is_one_more_file(
    browser: Browser,
    server: Server,
    complaints: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    reads: Reads,
) -> None:
    english = Path(module.__file__).with_name("words") / "en.json"
    (tmp_path / "en.json").write_text(english.read_text("utf-8"), "utf-8")
    german = {"messages": {"home": {"title": "Welches Feld?"}, "options": {"follow-system": "Wie das System"}}}
    (tmp_path / "de.json").write_text(json.dumps(german), "utf-8")
    monkeypatch.setattr(languages_module, "folder", lambda: tmp_path)
    monkeypatch.setattr(module, "_read", {})
    assert 'data-languages="de en"' in schema.files()[schema.INDEX]
    written = schema.texts(reads, "de")

    def answer(route: Route) -> None:
        route.fulfill(body=written[route.request.url.rpartition("/")[2]], content_type="application/json")

    context = browser.new_context(locale="de-AT")
    watch(context, complaints)
    context.route("**/*.de.json", answer)
    context.add_init_script(LIST_GERMAN)
    page = context.new_page()
    page.goto(server.url)
    page.get_by_role("heading", name="Welches Feld?").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.get_by_role("button", name="Settings").click()  # English where the other language has nothing
    page.get_by_text("Wie das System").first.wait_for()
    context.close()
