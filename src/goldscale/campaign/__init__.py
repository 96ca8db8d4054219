"""A folder with a campaign.toml: validated runs, scores, a leaderboard."""

from goldscale.campaign.campaign import Campaign
from goldscale.campaign.evaluation import CampaignResult, Rejected, evaluate_campaign

__all__ = ["Campaign", "CampaignResult", "Rejected", "evaluate_campaign"]
