"""Examples of every command, for its help and its manual page. Tests run them from top to bottom in one folder.

The catalogue has what each of them does, in the same order.
"""

from __future__ import annotations

_DIAGRAM = r"printf '4x2/2\n11..\n....\n' | sapper"
_MINEFIELD = r"printf '*...\n....\n...*\n' | sapper"

#: What each command can be called with.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "play": (
        "sapper play --level expert --no-guess",
        "sapper play --ruleset amiga --level 20x20/60",
    ),
    "web": (
        "sapper web",
        "sapper web --host 0.0.0.0 --port 8000 --no-open",
    ),
    "host": (
        "sapper host --mode race expert layout=no-guess",
        "sapper host --server https://play.example --mode arena --text",
    ),
    "join": (
        "sapper join https://play.example/r/ABCDE",
        "sapper join https://play.example --text",
    ),
    "tournament": (
        "sapper tournament https://play.example",
        "sapper tournament https://play.example --new swiss --rounds 5 --title Friday",
        "sapper tournament https://play.example/tournament/hourly-490000 --play",
    ),
    "player": (
        "sapper player --server https://mines.example --link",
        "sapper player --server https://mines.example --as 7KQX-2MPD",
        "sapper player --server https://mines.example --export me.jsonl",
    ),
    "text": (
        r"printf 'r D4\nq\n' | sapper text --seed rain",
        r"""printf '{"action": "open", "row": 3, "col": 3}\n' | sapper text --json --seed rain""",
        r"printf 'r D4\nq\n' | sapper text --seed mist --level 8x8/2",
    ),
    "resume": (
        "sapper resume --list",
        r"printf 'q\n' | sapper resume --text",
    ),
    "daily": (
        "sapper daily --list",
        r"printf 'q\n' | sapper daily beginner --text",
    ),
    "lesson": (
        "sapper lesson",
        r"printf 'D4\nq\n' | sapper lesson two-minutes",
        "sapper lesson check two-minutes",
    ),
    "path": (
        "sapper path",
        r"printf 'q\n' | sapper path next --text",
    ),
    "train": (
        "sapper train --list",
        r"printf 'none\nq\n' | sapper train",
    ),
    "puzzles": (
        "sapper puzzles --list",
        r"printf 'h\nq\n' | sapper puzzles chain",
        "sapper puzzles --export chain",
    ),
    "insights": (
        "sapper insights",
        "sapper insights expert --since 1m",
    ),
    "replay": (
        "sapper replay list",
        "sapper replay numbers 3",
        "sapper replay export 3 game.rawvf",
        "sapper replay import game.rawvf",
    ),
    "verify": (
        "sapper verify 3",
        "sapper replay export 3 game.sapper && sapper verify game.sapper",
    ),
    "times": (
        "sapper times expert",
        "sapper times --mode no-guess --since 1y --all",
    ),
    "stats": (
        "sapper stats",
        "sapper stats beginner --csv > games.csv",
    ),
    "delete": (
        "sapper delete --level 3x3/1 --yes",
        "sapper delete --before 2020-01-01 --yes",
    ),
    "rebuild": (
        "sapper rebuild",
        "sapper rebuild --data .",
    ),
    "backup": (
        "sapper backup games.backup",
        "sapper backup games.backup --force",
    ),
    "export-all": (
        "sapper export-all everything.jsonl",
        "sapper export-all everything.jsonl --force",
    ),
    "import-all": (
        "sapper import-all everything.jsonl --data copy",
        "sapper export-all moved.jsonl && sapper import-all moved.jsonl --data moved",
    ),
    "restore": (
        "sapper restore games.backup --data restored",
        "sapper restore games.backup --data restored --force",
    ),
    "check": (
        "sapper check",
        "sapper check --data games.backup",
    ),
    "ban": (
        "sapper ban 192.0.2.7 --days 7 --reason 'Too many rooms.'",
        "sapper ban --list",
        "sapper ban --remove 192.0.2.7",
    ),
    "fair-play": (
        "sapper fair-play --since 30d",
        "sapper fair-play --all --json",
    ),
    "board": (
        f"{_MINEFIELD} board - --to tatham",
        "sapper generate --seed rain | sapper board - --to mbf -o board.mbf",
    ),
    "generate": (
        "sapper generate --level 9x9/10 --exactly chains --seed rain",
        "sapper generate --level expert --count 3 --seed rain --json",
    ),
    "prove": (
        "sapper generate --level 9x9/10 --seed rain | sapper prove",
        f"{_MINEFIELD} prove --first 1,1",
    ),
    "grade": (
        "sapper generate --level 9x9/10 --seed rain | sapper grade",
        "sapper grade --level expert --seed rain",
    ),
    "hint": (
        f"{_DIAGRAM} hint",
        f"{_DIAGRAM} hint --stage 1",
    ),
    "odds": (
        f"{_DIAGRAM} odds",
        r"printf '11..\n....\n' | sapper odds --mines 2 --json",
    ),
    "move": (
        f"{_DIAGRAM} move",
        f"{_DIAGRAM} move --strength fast",
    ),
    "solve": (
        "sapper solve --level beginner --seed rain",
        "sapper solve --seed rain --first 8,15 --strength fast",
    ),
    "simulate": (
        "sapper simulate --level beginner --games 200",
        "sapper simulate --level beginner --games 100 --compare safest best",
    ),
    "evaluate": (
        "sapper evaluate safest --level beginner --games 100",
        "sapper evaluate random --against safest --level beginner --games 50 --json",
    ),
    "page": (
        "sapper page build site",
        "sapper page build site/minesweeper",
    ),
    "language": (
        "sapper language list",
        "sapper language check en",
    ),
    "completion": (
        'eval "$(sapper completion bash)"',
        "sapper completion fish > sapper.fish",
    ),
}
