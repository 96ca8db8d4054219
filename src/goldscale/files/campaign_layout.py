"""How a campaign's folder is laid out, for the rooms that make one and those that evaluate it."""

from __future__ import annotations

CAMPAIGN_FILE = "campaign.toml"
"""What makes a folder a campaign."""
RUNS = "runs"
"""Where the runs are, unless the campaign file names another folder."""
RESULTS = "results"
"""Where an evaluation writes."""
