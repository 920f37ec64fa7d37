"""Examples of every command, for its help and its manual page. Tests run them from top to bottom in one folder."""

from __future__ import annotations

_DIAGRAM = r"printf '4x2/2\n11..\n....\n' | sapper"
_MINEFIELD = r"printf '*...\n....\n...*\n' | sapper"

#: What each command can be called with, and what that does.
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "play": (
        ("sapper play --level expert --no-guess", "an expert board that needs no guess"),
        ("sapper play --ruleset amiga --level 20x20/60", "by the rules of the Amiga game"),
    ),
    "web": (
        ("sapper web", "a server on this machine, and its page in a browser"),
        ("sapper web --host 0.0.0.0 --port 8000 --no-open", "the same for the network"),
    ),
    "host": (
        ("sapper host --mode race expert layout=no-guess", "a race on a server of this machine"),
        ("sapper host --server https://play.example --mode arena --text", "an arena on another server, in plain text"),
    ),
    "join": (
        ("sapper join https://play.example/r/ABCDE", "the room of a link"),
        ("sapper join https://play.example --text", "the list of rooms, in plain text"),
    ),
    "text": (
        (r"printf 'r D4\nq\n' | sapper text --seed rain", "opens a square and leaves the game"),
        (
            r"""printf '{"action": "open", "row": 3, "col": 3}\n' | sapper text --json --seed rain""",
            "the same as JSON, for bots",
        ),
        (r"printf 'r D4\nq\n' | sapper text --seed mist --level 8x8/2", "a game that one click wins"),
    ),
    "resume": (
        ("sapper resume --list", "the games that are not finished"),
        (r"printf 'q\n' | sapper resume --text", "goes on with the newest of them, as text"),
    ),
    "daily": (
        ("sapper daily --list", "the boards of today, and how you did"),
        (r"printf 'q\n' | sapper daily beginner --text", "the first of them, as text"),
    ),
    "replay": (
        ("sapper replay list", "the stored games"),
        ("sapper replay numbers 3", "3BV, efficiency, ZiNi and the rest of a game"),
        ("sapper replay export 3 game.rawvf", "a video for other programs"),
        ("sapper replay import game.rawvf", "a video of another program"),
    ),
    "verify": (
        ("sapper verify 3", "plays a stored game again and checks its result"),
        ("sapper replay export 3 game.sapper && sapper verify game.sapper", "the same for a file"),
    ),
    "times": (
        ("sapper times expert", "the best times on expert boards"),
        ("sapper times --mode no-guess --since 1y --all", "every win without guessing in the last year"),
    ),
    "stats": (
        ("sapper stats", "every level with its wins, times and charts"),
        ("sapper stats beginner --csv > games.csv", "a line for each game, for a spreadsheet"),
    ),
    "delete": (
        ("sapper delete --level 3x3/1 --yes", "all finished games of a level, without asking"),
        ("sapper delete --before 2020-01-01 --yes", "all finished games before a day"),
    ),
    "rebuild": (
        ("sapper rebuild", "computes all statistics again"),
        ("sapper rebuild --data .", "the same for the games in this folder"),
    ),
    "backup": (
        ("sapper backup games.backup", "everything in one file, while games go on"),
        ("sapper backup games.backup --force", "the same over an older backup"),
    ),
    "export-all": (
        ("sapper export-all everything.jsonl", "everything as text, for another kind of store"),
        ("sapper export-all everything.jsonl --force", "the same over an older file"),
    ),
    "import-all": (
        ("sapper import-all everything.jsonl --data copy", "everything into an empty folder"),
        (
            "sapper export-all moved.jsonl && sapper import-all moved.jsonl --data moved",
            "from one store to another",
        ),
    ),
    "restore": (
        ("sapper restore games.backup --data restored", "a backup into a new folder"),
        ("sapper restore games.backup --data restored --force", "the same, and moves what is there aside"),
    ),
    "check": (
        ("sapper check", "looks for what is damaged, and says what helps"),
        ("sapper check --data games.backup", "the same for a backup"),
    ),
    "ban": (
        ("sapper ban 192.0.2.7 --days 7 --reason 'Too many rooms.'", "an address for a week"),
        ("sapper ban --list", "who is banned"),
        ("sapper ban --remove 192.0.2.7", "takes it back"),
    ),
    "board": (
        (f"{_MINEFIELD} board - --to tatham", "a game id of Simon Tatham's Mines"),
        ("sapper generate --seed rain | sapper board - --to mbf -o board.mbf", "a board as MBF"),
    ),
    "generate": (
        ("sapper generate --level 9x9/10 --exactly chains --seed rain", "a board that needs chains, and no guess"),
        ("sapper generate --level expert --count 3 --seed rain --json", "three boards for a program"),
    ),
    "prove": (
        ("sapper generate --level 9x9/10 --seed rain | sapper prove", "the whole solution of a board"),
        (f"{_MINEFIELD} prove --first 1,1", "the same for a minefield of your own"),
    ),
    "grade": (
        ("sapper generate --level 9x9/10 --seed rain | sapper grade", "how hard a board is"),
        ("sapper grade --level expert --seed rain", "the same for the board of a seed"),
    ),
    "hint": (
        (f"{_DIAGRAM} hint", "the next move on a position, and why; . is closed, F a flag"),
        (f"{_DIAGRAM} hint --stage 1", "only where to look"),
    ),
    "odds": (
        (f"{_DIAGRAM} odds", "the chance of a mine at every closed square"),
        (r"printf '11..\n....\n' | sapper odds --mines 2 --json", "the same without a level, as JSON"),
    ),
    "move": (
        (f"{_DIAGRAM} move", "the best move, and its chances"),
        (f"{_DIAGRAM} move --strength fast", "the same by a quicker look ahead"),
    ),
    "solve": (
        ("sapper solve --level beginner --seed rain", "a whole game of the solver, move by move"),
        ("sapper solve --seed rain --first 8,15 --strength fast", "an expert game from the middle"),
    ),
    "simulate": (
        ("sapper simulate --level beginner --games 200", "how often the solver wins, with an interval"),
        ("sapper simulate --level beginner --games 100 --compare safest best", "two strengths on the same boards"),
    ),
    "evaluate": (
        ("sapper evaluate safest --level beginner --games 100", "a policy by a protocol to cite"),
        ("sapper evaluate random --against safest --level beginner --games 50 --json", "two policies, for a program"),
    ),
    "completion": (
        ('eval "$(sapper completion bash)"', "completes commands and options in bash"),
        ("sapper completion fish > sapper.fish", "the script for fish"),
    ),
}


def epilog(command: str) -> str:
    """Return the examples of a command as they stand below its help."""
    lines = [f"  {line}\n      {about}" for line, about in EXAMPLES.get(command, ())]
    return "\n".join(["examples:", *lines]) if lines else ""
