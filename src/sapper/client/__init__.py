"""The protocol of a server, spoken from Python: play there as the page does, with bots and programs of your own."""

from ..extras import require

try:
    from ..server.parties.events import Terms
    from .client import Client
    from .errors import ClientError, Refused
    from .party import Lost, RemoteParty
    from .remote_game import RemoteGame
    from .room_address import RoomAddress, room_address
except ModuleNotFoundError:
    require("web")
    raise

__all__ = [
    "Client",
    "ClientError",
    "Lost",
    "Refused",
    "RemoteGame",
    "RemoteParty",
    "RoomAddress",
    "Terms",
    "room_address",
]
