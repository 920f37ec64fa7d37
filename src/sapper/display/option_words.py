"""Every setting in words: what it is called, and what it means."""

from __future__ import annotations

SECTIONS = {
    "game": ("Game", "What a new game is, and what comes after it."),
    "display": ("Look", "Colours, signs and movement. A change shows at once."),
    "controls": ("Mouse and touch", "What buttons and fingers do. Rulesets have their own habits; yours go first."),
    "keys": ("Keyboard", "Enter, then a key, adds that key or takes it away. No key does two things."),
}

WORDS: dict[str, dict[str, tuple[str, str]]] = {
    "game": {
        "name": ("Your name", "As best times show it."),
        "level": ("Level", "beginner, intermediate, expert, or a size of your own such as 30x16/99."),
        "ruleset": ("Ruleset", "A bundle of rules. What it sets is marked on this page."),
        "rules": ("Other rules", "Choices such as questions=on completion=either. Help lists them."),
        "no-guess": ("No-guess grade", "Off lays mines at random; a grade never asks you to guess."),
        "confirm-new-after": ("Ask before a new game", "After so many seconds of play; 0 never asks."),
        "after-win": ("After a win", "Show the summary, or begin the next game."),
        "after-loss": ("After a loss", "Show the summary, or begin the next game."),
    },
    "display": {
        "theme": ("Theme", "System follows light or dark of the terminal, where it tells."),
        "animation": ("Openings spread", "Squares open as a ripple. The game never waits for it."),
        "reduced-motion": ("Reduced motion", "On leaves out every movement."),
        "flash": ("Flash at the end", "The line above the board flashes once when a game ends."),
        "cells": ("Squares", "Auto takes the largest that fits."),
        "panel": ("Panel", "Numbers and hints beside the board, where there is room."),
        "ascii": ("Plain signs", "Only signs that every terminal has."),
    },
    "controls": {
        "reveal": ("Open when the button", "Goes down (press), or comes up (release)."),
        "flag": ("Flag when the button", "Goes down (press), or comes up (release)."),
        "right-drag": ("Right drag", "Which square decides: where the button went down, or where it comes up."),
        "chord-both-buttons": ("Chord with both buttons", "Opens around a number whose flags are right."),
        "chord-middle": ("Chord with the middle button", "Opens around a number whose flags are right."),
        "chord-double-click": ("Chord with a double click", "Opens around a number whose flags are right."),
        "chord-left-on-number": ("Chord with left on a number", "Opens around a number whose flags are right."),
        "chord-right-on-number": ("Chord with right on a number", "Opens around a number whose flags are right."),
        "chord-shift-left": ("Chord with Shift and left", "Opens around a number whose flags are right."),
        "double-click-ms": ("Double click within", "Milliseconds between the two clicks."),
        "touch": ("A tap", "Opens, flags, or does what the switch shows. For touch screens."),
        "hold-ms": ("A hold takes", "Milliseconds until a tap is a hold. For touch screens."),
        "hand": ("Hand", "Which thumb plays. For touch screens."),
    },
    "keys": {
        "profile": ("Profile", "Arrows and letters, or the keys of vim."),
        "left": ("Left", "Moves the cursor."),
        "right": ("Right", "Moves the cursor."),
        "up": ("Up", "Moves the cursor."),
        "down": ("Down", "Moves the cursor."),
        "row-start": ("First column", "Moves the cursor."),
        "row-end": ("Last column", "Moves the cursor."),
        "page-up": ("A page up", "Moves the cursor."),
        "page-down": ("A page down", "Moves the cursor."),
        "top": ("First square", "Moves the cursor."),
        "bottom": ("Last square", "Moves the cursor."),
        "next-frontier": ("Next square at the front", "To the next closed square beside an open one."),
        "previous-frontier": ("Square at the front before", "To the closed square beside an open one before."),
        "open": ("Open", "As the left button: opens a square, chords on a number."),
        "mark": ("Flag", "Sets or takes off a flag; with question marks it goes on to those."),
        "chord": ("Chord", "Opens around a number whose flags are right."),
        "right-button": ("Right button", "What the right button does on this square."),
        "pause": ("Pause", "Covers the field and stops the clock, or goes on."),
        "help": ("Help", "Opens the help."),
        "new": ("New game", "Gives up the game in play."),
        "beginner": ("Beginner", "Begins a game of this level."),
        "intermediate": ("Intermediate", "Begins a game of this level."),
        "expert": ("Expert", "Begins a game of this level."),
        "custom": ("Custom", "Asks for a size and begins."),
        "undo": ("Undo", "In practice only."),
        "redo": ("Redo", "In practice only."),
        "hint": ("Hint", "Where to look, then which numbers, then the move."),
        "odds": ("Odds", "The chance of a mine on every square."),
        "best-move": ("Best move", "Goes to the move with the best chance to win."),
        "swap-buttons": ("Swap buttons", "Left flags, right opens; once more and it is as before."),
        "statistics": ("Statistics", "Opens the statistics."),
        "best-times": ("Best times", "Opens the best times."),
        "zoom-in": ("Larger squares", "Draws the board larger."),
        "zoom-out": ("Smaller squares", "Draws the board smaller."),
        "zoom-reset": ("Squares that fit", "Draws the board as large as fits."),
        "read-neighbours": ("Say the neighbours", "Says what lies around the square."),
        "read-mines": ("Say the mines", "Says how many mines are left."),
        "read-time": ("Say the time", "Says the time."),
        "commands": ("Commands", "Opens the list of all commands."),
        "menu": ("Menu", "Opens the Game menu."),
        "quit": ("Quit", "Leaves. The game waits for the next time."),
    },
}


def title(section: str, name: str) -> str:
    """Name a setting."""
    return WORDS.get(section, {}).get(name, (name.replace("-", " ").capitalize(), ""))[0]


def meaning(section: str, name: str) -> str:
    """Say what a setting means."""
    return WORDS.get(section, {}).get(name, ("", ""))[1]
