"""A folder with a campaign.toml: validated runs, scores, a leaderboard."""

from goldscale.campaign.campaign import Campaign
from goldscale.campaign.evaluation import CampaignResult, Rejected, evaluate_campaign
from goldscale.campaign.template import NewCampaign, make_campaign

__all__ = ["Campaign", "CampaignResult", "NewCampaign", "Rejected", "evaluate_campaign", "make_campaign"]
