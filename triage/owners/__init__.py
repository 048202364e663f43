"""Owner roles to real teams: the teams file, its rules with their lines, and the choice for one row.

The last matching rule wins, as in CODEOWNERS; every matching rule is kept with its line.
"""

from triage.owners.load import find_teams, load_teams
from triage.owners.teams import NO_TEAMS, Choice, Rule, Team, Teams

__all__ = ["NO_TEAMS", "Choice", "Rule", "Team", "Teams", "find_teams", "load_teams"]
