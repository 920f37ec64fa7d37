"""The protocol of a server, spoken from Python: play there as the page does, with bots and programs of your own."""

from .client import Client
from .errors import ClientError, Refused
from .remote_game import RemoteGame

__all__ = ["Client", "ClientError", "Refused", "RemoteGame"]
