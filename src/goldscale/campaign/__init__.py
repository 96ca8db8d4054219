"""A folder with a campaign.toml: validated runs, scores, a leaderboard."""
