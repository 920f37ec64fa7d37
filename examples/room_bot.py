"""A bot that joins a room by its link and plays there with Sapper's solver, at the pace of people.

sapper web --no-open --port 8000
python examples/room_bot.py http://127.0.0.1:8000/r/ID --token-file bot.token
"""

import argparse
import asyncio
from pathlib import Path

from sapper import best_move
from sapper.client import Client, ClientError, Refused, RemoteParty, room_address


async def play_round(party: RemoteParty, pace: float) -> None:
    """Play until the round is over, or until this bot can do nothing more in it."""
    await party.ready()
    await party.until(lambda party: party.can_move)
    while party.is_playing:
        if party.can_move and party.game:
            move = best_move(party.game.board)
            try:
                await party.game.open(move.row, move.col)
            except Refused as refused:
                print(refused)  # another player was faster, or ended the game
        await asyncio.sleep(pace)
    mine = next((score for score in party.result if score.seat == party.seat), None)
    print(f"round {party.state.round}: {mine.status}, place {mine.place}" if mine else "the round is over")


async def main() -> None:
    """Play as many rounds as the command line asks for."""
    parser = argparse.ArgumentParser(description="Play in a room with Sapper's solver.")
    parser.add_argument("link", help="of the room, such as http://127.0.0.1:8000/r/ID")
    parser.add_argument("--name", default="Solver", help="what the others read")
    parser.add_argument("--pace", type=float, default=0.7, help="seconds between moves")
    parser.add_argument("--rounds", type=int, default=1, help="how many rounds to play")
    parser.add_argument("--token-file", type=Path, help="makes the bot the same player every time")
    asked = parser.parse_args()
    file: Path | None = asked.token_file
    token = file.read_text().strip() if file and file.exists() else None
    async with Client(room_address(asked.link).server, name=asked.name, token=token, device="bot") as client:
        if file and client.token:
            file.touch(mode=0o600)
            file.write_text(client.token)
        party = await client.join(asked.link)
        for _ in range(asked.rounds):
            await play_round(party, asked.pace)
        await party.quit()


try:
    asyncio.run(main())
except (ClientError, Refused) as error:
    raise SystemExit(f"bot: {error}") from None
