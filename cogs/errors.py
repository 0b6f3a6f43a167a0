"""The one place where errors become answers: private, in the reader's language, with what would be right."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import cast

import discord
from discord import app_commands

from bot.core.errors import QwibotError, StaleError
from bot.core.happened import Happened
from bot.core.measures import ERRORS
from bot.core.scribe import Logged
from cogs.ui import links
from cogs.ui.app import app_of
from cogs.ui.faults import FAULTS
from cogs.ui.names import safe
from cogs.ui.page import Page
from cogs.ui.posting import RefusedError
from cogs.ui.request import Request
from cogs.ui.telling import tell, tell_end

log = logging.getLogger(__name__)

LEAD_ELSEWHERE = frozenset({"stale", "match-over", "already-started"})
"""Errors after which one wants to see where the match is now."""


async def answer_error(request: Request, error: BaseException) -> None:
    """Say what went wrong. Whatever happens here, nothing is raised: there is nobody left to tell."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    ERRORS.labels(error.code if isinstance(error, QwibotError) else type(error).__name__).inc()
    try:
        await request.open_privately(await _page(request, error))
    except Exception:
        log.exception("interaction %d: an error could not be explained", request.interaction.id)


async def _page(request: Request, error: BaseException) -> Page:
    if isinstance(error, QwibotError):
        return await _explained(request, error)
    words = request.words()
    if isinstance(error, (app_commands.CommandSignatureMismatch, app_commands.CommandNotFound)):
        return Page((words.say("error.command-changed"),))
    if isinstance(error, app_commands.TransformerError):
        return Page((words.say("error.option", typed=safe(str(error.value))),))
    if isinstance(error, (RefusedError, *FAULTS)):
        log.warning("match %s: interaction %d: Discord refused: %s", request.about, request.interaction.id, error)
        return Page((words.say("error.refused" if isinstance(error, RefusedError) else "error.discord"),))
    log.error("match %s: interaction %d failed", request.about, request.interaction.id, exc_info=error)
    return Page((words.say("error.fault", number=request.interaction.id),))


async def _explained(request: Request, error: QwibotError) -> Page:
    now = await _match_of(request)
    if now is None:
        return Page((request.words().explain(error),))
    scene = await request.scene(now)
    ui = request.app.games[now.match.game]
    texts = [scene.words.explain(error, ui.namer(scene))]
    if isinstance(error, StaleError):
        texts += tell(ui, scene, cast("Sequence[Logged]", error.data["since"]))
    if error.code == "match-over":
        texts.append(tell_end(scene))
    if error.code == "not-host":
        texts.append(scene.words.say("match.host", name=scene.name_of(now.match.host)))
    leads = error.code in LEAD_ELSEWHERE
    if leads and now.match.posted_seq < now.match.seq:
        request.app.service.show_again(now.match.id)  # what could not be shown before, perhaps can be now
    return Page(tuple(texts), rows=links.row_to(now.match, request.words()) if leads else ())


async def _match_of(request: Request) -> Happened | None:
    """The match that the request is about, where it can be looked at."""
    if request.about is None:
        return None
    try:
        return await request.look()
    except QwibotError:
        return None


async def on_command_error(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
    """What a command raises, and what Discord sends that no command of ours expects."""
    request = interaction.extras.get("request")
    if not isinstance(request, Request):
        request = Request(app_of(interaction), interaction)
    await answer_error(request, error)
