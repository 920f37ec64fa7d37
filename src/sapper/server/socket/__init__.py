"""Sockets of clients: frames, handshakes and connections, each byte charged for."""
