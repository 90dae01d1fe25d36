"""The WebSocket of a live session: what comes in is ordered, paced, and allowed; what goes out is bounded."""
