"""The protocol of a server, spoken from Python: play there as the page does, with bots and programs of your own."""

from ..extras import require

try:
    from .client import Client
    from .errors import ClientError, Refused
    from .remote_game import RemoteGame
except ModuleNotFoundError:
    require("web")
    raise

__all__ = ["Client", "ClientError", "Refused", "RemoteGame"]
