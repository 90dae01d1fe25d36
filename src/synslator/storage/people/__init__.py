"""Accounts, organisations, presence and the audit trail in the database."""
