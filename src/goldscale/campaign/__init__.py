"""A folder with a campaign.toml: validated runs, scores, a leaderboard."""

from goldscale.campaign.campaign import Campaign, read_labels
from goldscale.campaign.evaluation import Outcome, Rejected, evaluate_campaign

__all__ = ["Campaign", "Outcome", "Rejected", "evaluate_campaign", "read_labels"]
