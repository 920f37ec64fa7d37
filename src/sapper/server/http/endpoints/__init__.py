"""The handlers of the API, one file for each subject. Importing this package completes the table of endpoints."""

from . import advice as advice
from . import alone as alone
from . import arenas as arenas
from . import backup as backup
from . import daily_boards as daily_boards
from . import history as history
from . import imports as imports
from . import learning as learning
from . import luck as luck
from . import parties as parties
from . import people as people
from . import player as player
from . import players as players
from . import positions as positions
from . import replays as replays
from . import rounds as rounds
from . import seasons as seasons
from . import settings as settings
from . import tournaments as tournaments
