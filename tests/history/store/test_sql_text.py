"""No SQL is made from values: they are bound, and a statement is made of constants, before there is any value."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[3] / "src" / "sapper"
#: What is put into statements although it is not spelled as a constant, and what it can be.
CONSTANT = {
    ("history/store/databases/sqlite_database.py", "synchronous"): "checked against a list of two words",
    ("history/store/sql.py", "table"): "a literal where it is called, or a table of the schema",
    ("history/store/sql.py", "columns_of(names)"): "columns of the schema: those of an export are compared with it",
    ("history/store/sql.py", "placeholders(len(names))"): "$1, $2, ...",
    ("history/store/parties.py", "ids"): "$1, $2, ...",
    ("history/store/parties.py", "places"): "$1, $2, ...",
    ("history/store/people/ratings.py", "keys"): "$1, $2, ...",
    ("history/store/finished_rounds.py", "keys"): "$1, $2, ...",
    ("history/store/players.py", "columns"): "a constant in the function",
    ("history/store/players.py", "condition"): "a literal where it is called",
    ("history/store/players.py", "changed"): "a constant in the function",
    ("history/store/summaries.py", "integer"): "a literal where it is called, when the module is loaded",
    ("history/store/summaries.py", "blob"): "a literal where it is called, when the module is loaded",
    ("history/store/summaries.py", "history"): "a literal where it is called, when the module is loaded",
    ("history/store/summaries.py", "fields"): "columns of the schema, when the module is loaded",
    ("history/transfer/all_tables.py", "marks"): "$1, $2, ...",
    ("history/transfer/all_tables.py", "table.name"): "a table of the schema",
    (
        "history/transfer/all_tables.py",
        "names",
    ): "columns of the schema: those of an export are compared with it",
    ("history/transfer/all_tables.py", "key"): "columns of the schema",
    ("history/transfer/all_tables.py", "order"): "columns of the schema, and a constant number",
    ("history/transfer/import_all.py", "table.name"): "a table of the schema",
}
SQL = re.compile(
    r"\s*(select|insert\s+into|update\s+\S+\s+set|delete\s+from|create\s+\w+|drop\s+\w+|alter\s+\w+|pragma|begin|"
    r"attach|vacuum|truncate|copy|notify|listen|lock\s+table|with\s+\w+\s+as)\b",
    re.IGNORECASE,
)
RUNS = re.compile(r"sqlite3|asyncpg")  # modules that have to do with SQL
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def built(tree: ast.AST) -> list[ast.expr]:
    """Return the texts that functions put together: f-strings, sums, `%` and `format`."""
    found: list[ast.expr] = []
    for function in (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)):
        for node in ast.walk(function):
            is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod)
            is_format = (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"
            )
            if isinstance(node, ast.JoinedStr) or is_sum or is_format:
                assert isinstance(node, ast.expr)
                found.append(node)
    return found


def beginning(node: ast.AST) -> str:
    """Return the text that an expression begins with, as far as it is written there."""
    match node:
        case ast.JoinedStr(values=values):
            return "".join(beginning(value) or "x" for value in values)
        case ast.Constant(value=str(text)):
            return text
        case ast.BinOp(left=left):
            return beginning(left) + " x"
        case ast.Call(func=ast.Attribute(value=value)):
            return beginning(value)
    return ""


def parts(node: ast.AST) -> list[ast.AST]:
    """Return what is put into a text."""
    match node:
        case ast.JoinedStr(values=values):
            return [value.value for value in values if isinstance(value, ast.FormattedValue)]
        case ast.BinOp(left=left, right=right):
            return [part for side in (left, right) for part in (parts(side) or [side])]
        case ast.Call(args=args, keywords=keywords):
            return [*args, *(keyword.value for keyword in keywords)]
    return []


def is_constant(node: ast.AST, file: str) -> bool:
    if isinstance(node, ast.Constant) or (file, ast.unparse(node)) in CONSTANT:
        return True
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lstrip("_").isupper()
    return False


def values_in_sql(source: str, file: str = "") -> list[str]:
    """Return the expressions that functions put into a text that is SQL."""
    return [
        f"{file}:{node.lineno}: {ast.unparse(part)}"
        for node in built(ast.parse(source))
        if SQL.match(beginning(node))
        for part in parts(node)
        if not is_constant(part, file)
    ]


def test_no_function_puts_a_value_into_a_statement() -> None:
    found, read = [], 0
    for path in SOURCES.rglob("*.py"):
        text = path.read_text("utf-8")
        if "history" in path.parts or RUNS.search(text):
            read += 1
            found += values_in_sql(text, path.relative_to(SOURCES).as_posix())
    assert read > 20
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "def f(name): c.execute(f\"select * from game where name = '{name}'\")",
        'def f(name): c.execute("delete from game where name = " + name)',
        'def f(name): c.execute("update game set name = %s" % name)',
        'def f(name): c.execute("insert into game values ({})".format(name))',
        'f = lambda name: c.execute(f"select {name}")',
    ],
)
def test_such_a_statement_would_be_noticed(source: str) -> None:
    assert values_in_sql(source)


def test_constants_and_placeholders_are_not() -> None:
    assert not values_in_sql('def f(name): c.execute(f"select {_COLUMNS} from game where name = $1", name)')
