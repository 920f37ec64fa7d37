"""The server: rooms that play games for people who see only the board."""
