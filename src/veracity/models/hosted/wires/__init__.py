"""The wire formats that hosted models speak. Each is two functions: a body, and how to hear."""

from __future__ import annotations

from collections.abc import Mapping

from veracity.models.hosted.speech import Wire
from veracity.models.hosted.wires import chat, gemini, messages, responses

WIRES: Mapping[str, Wire] = {
    "chat": chat.WIRE,
    "gemini": gemini.WIRE,
    "messages": messages.WIRE,
    "responses": responses.WIRE,
}
"""By the name that `providers.toml` uses."""
