"""Replays recorded positions, numbers and whole games on the rule packs and compares."""
