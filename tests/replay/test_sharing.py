"""The command that gives somebody else the same board."""

from __future__ import annotations

from sapper import Game, Rules, Seed
from sapper.commands import arguments
from sapper.commands.parser import parser
from sapper.replay import sharing


def test_the_shared_command_gives_the_same_board() -> None:
    rules = Rules.parse("official 9x9/12 layout=no-guess-pairs completion=both")
    game = Game(rules, Seed.of("rain"))
    game.open(4, 5)
    line = sharing.command(game, Seed.of("rain"))
    options = parser().parse_args(line.split()[1:])
    read = arguments.with_no_guess(arguments.rules_of(options, Rules("expert", ruleset="amiga")), options)
    assert read == rules
    again = Game(read, Seed.of(options.seed))
    first = arguments.first_of(options, read)
    assert first == (4, 5)
    again.open(*first)
    assert again.board == game.board
