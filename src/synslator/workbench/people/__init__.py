"""Who works here: accounts, what they sign in with, what they may do, and what is on record of them."""
