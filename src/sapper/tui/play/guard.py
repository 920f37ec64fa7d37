"""The one question before a game in play is given up, whatever leads to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, wording

if TYPE_CHECKING:
    from ...screen_session import ScreenSession
    from ..options import Options


class Guard:
    """Remembers the action that waits for an answer. Asking for it again confirms it; any other action cancels it."""

    def __init__(self, session: ScreenSession, options: Options) -> None:
        self._session = session
        self._options = options
        self.asked = ""  # the action, such as "expert" or "level:20x10/30"

    def allows(self, action: str, *, is_worth: bool | None = None) -> bool:
        """Return whether an action may give up the game now; if not, it waits until it is asked for again.

        `is_worth` says whether to ask, instead of the game.
        """
        if is_worth is None:
            is_worth = self._session.needs_confirmation(self._options.game.confirm_new_after)
        is_allowed = action == self.asked or not is_worth
        self.asked = "" if is_allowed else action
        return is_allowed

    def cancel(self) -> bool:
        """Drop the action that waits; return whether there was one."""
        was_asked, self.asked = bool(self.asked), ""
        return was_asked

    @property
    def question(self) -> str:
        """The question about the action that waits: it names what would follow."""
        name, _, choice = self.asked.partition(":")
        if name == "quit":
            return message("new.confirm-quit")
        if name == "level":
            return message("new.confirm", action=f"{wording().action('custom').name} {choice}")
        return message("new.confirm", action=wording().action(name).name)
