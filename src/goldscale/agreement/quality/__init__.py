"""Quality control: sheets and annotators that cannot be trusted, and why."""
