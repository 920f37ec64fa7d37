"""A bot that plays on a server with Sapper's solver.

sapper web --no-open --port 8000
python examples/bot.py http://127.0.0.1:8000 --rules "modern intermediate" --games 3
"""

import argparse
import asyncio

from sapper import best_move
from sapper.client import Client, ClientError, RemoteGame


async def play(game: RemoteGame) -> bool:
    """Play a game to its end, and return whether it was won."""
    while not game.is_over:
        move = best_move(game.board)
        await game.open(move.row, move.col)
    return game.is_won


async def main() -> None:
    """Play the games that the command line asks for."""
    parser = argparse.ArgumentParser(description="Play on a server with Sapper's solver.")
    parser.add_argument("url", help="the address of a server, such as http://127.0.0.1:8000")
    parser.add_argument("--rules", default="modern expert", help="a ruleset and a level, such as 'modern expert'")
    parser.add_argument("--games", type=int, default=1, help="how many games to play")
    parser.add_argument("--name", default="Solver", help="the name in its lists")
    asked = parser.parse_args()
    async with Client(asked.url, name=asked.name, device="bot") as client:
        won = 0
        for number in range(1, asked.games + 1):
            game = await client.new(asked.rules)
            won += await play(game)
            end = await game.ended()
            print(f"{number}: {end.status} in {end.at / 1000:.2f} s, seed {end.seed}")
        print(f"{won} of {asked.games} won")


try:
    asyncio.run(main())
except ClientError as error:
    raise SystemExit(f"bot: {error}") from None
