"""Notifications by Web Push and by mail."""
