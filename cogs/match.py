"""What can be done with a match beside playing it, by command and in the panel behind "More"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import StoreError
from bot.core.happened import Happened
from cogs import match_list, match_log, match_panel, match_replay, match_seats, match_votes
from cogs.ui.app import GameBot, app_of
from cogs.ui.control import About, Handler
from cogs.ui.phrases import phrase
from cogs.ui.request import Request
from cogs.ui.routing import request_of
from cogs.ui.seats import read_seat

MOST_CHOICES = 25
MatchId = app_commands.Range[int, 1, 2**53]


@app_commands.guild_only()
class MatchCommands(commands.GroupCog, group_name="match", group_description=phrase("command.match")):
    """The commands `/match …`: about the match of the channel, or any of the server by its number."""

    @app_commands.command(description=phrase("command.match.show"))
    @app_commands.describe(match=phrase("option.match"))
    async def show(self, interaction: discord.Interaction, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        await match_panel.show(request, await request.find(match))

    @app_commands.command(description=phrase("command.match.mine"))
    async def mine(self, interaction: discord.Interaction) -> None:
        await match_list.show_mine(request_of(interaction))

    @app_commands.command(description=phrase("command.match.log"))
    @app_commands.describe(match=phrase("option.match"))
    async def log(self, interaction: discord.Interaction, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        await match_log.show_log(request, await request.find(match))

    @app_commands.command(description=phrase("command.match.resign"))
    @app_commands.describe(match=phrase("option.match"))
    async def resign(self, interaction: discord.Interaction, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        await match_seats.ask_to_resign(request, await request.find(match))

    @app_commands.command(description=phrase("command.match.skip"))
    @app_commands.describe(seat=phrase("option.seat.skip"), match=phrase("option.match"))
    async def skip(
        self, interaction: discord.Interaction, seat: str | None = None, match: MatchId | None = None
    ) -> None:
        request = request_of(interaction)
        now = await request.find(match)
        await match_seats.choose_whom_to_skip(request, now, await _seat(request, now, seat))

    @app_commands.command(description=phrase("command.match.replace"))
    @app_commands.describe(
        seat=phrase("option.seat.replace"), by=phrase("option.replace.by"), match=phrase("option.match")
    )
    async def replace(
        self,
        interaction: discord.Interaction,
        seat: str,
        by: discord.Member | None = None,
        match: MatchId | None = None,
    ) -> None:
        request = request_of(interaction)
        now = await request.find(match)
        meant = read_seat(seat, await request.scene(now))
        if by is None:
            await match_seats.replace_by_computer(request, now, meant)
        else:
            await match_seats.replace_by_person(request, now, meant, by.id, bot=by.bot)

    @app_commands.command(description=phrase("command.match.remove"))
    @app_commands.describe(seat=phrase("option.seat.remove"), match=phrase("option.match"))
    async def remove(self, interaction: discord.Interaction, seat: str, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        now = await request.find(match)
        await match_votes.ask_to_remove(request, now, read_seat(seat, await request.scene(now)))

    @app_commands.command(description=phrase("command.match.end"))
    @app_commands.describe(match=phrase("option.match"))
    async def end(self, interaction: discord.Interaction, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        await match_votes.end_by_command(request, match)

    @app_commands.command(description=phrase("command.match.replay"))
    @app_commands.describe(match=phrase("option.match"))
    async def replay(self, interaction: discord.Interaction, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        await match_replay.replay(request, await request.find(match))

    @app_commands.command(description=phrase("command.match.export"))
    @app_commands.describe(match=phrase("option.match"))
    async def export(self, interaction: discord.Interaction, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        await match_panel.export(request, await request.find(match))

    @app_commands.command(description=phrase("command.match.verify"))
    @app_commands.describe(match=phrase("option.match"))
    async def verify(self, interaction: discord.Interaction, match: MatchId | None = None) -> None:
        request = request_of(interaction)
        await match_panel.verify(request, await request.find(match))

    @skip.autocomplete("seat")
    @replace.autocomplete("seat")
    @remove.autocomplete("seat")
    async def seats(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Who sits in the match of this channel, or in the one that was named before."""
        request = Request(app_of(interaction), interaction)
        try:
            scene = await request.scene(await request.find(interaction.namespace.match))
        except Exception:  # there is no such match, which the command itself will say
            return []
        named = [(scene.bare_name(holder.seat), str(holder.seat + 1)) for holder in scene.now.seated]
        return [
            app_commands.Choice(name=name, value=seat) for name, seat in named if typed.casefold() in name.casefold()
        ]

    @show.autocomplete("match")
    @log.autocomplete("match")
    @resign.autocomplete("match")
    @skip.autocomplete("match")
    @replace.autocomplete("match")
    @remove.autocomplete("match")
    @end.autocomplete("match")
    @replay.autocomplete("match")
    @export.autocomplete("match")
    @verify.autocomplete("match")
    async def matches(self, interaction: discord.Interaction, typed: Any) -> list[app_commands.Choice[int]]:
        """The person's own running matches of this server."""
        app = app_of(interaction)
        try:
            mine = await app.service.of_player(interaction.user.id)
        except StoreError:  # the command itself will say it
            return []
        words = {match.id: Request(app, interaction).words(match.game) for match in mine}
        return [
            app_commands.Choice(name=f"{match.id}: {words[match.id].say('game.name')}", value=match.id)
            for match in mine
            if match.guild == interaction.guild_id and str(match.id).startswith(str(typed or ""))
        ][:MOST_CHOICES]


async def _seat(request: Request, now: Happened, typed: str | None) -> int | None:
    return None if typed is None else read_seat(typed, await request.scene(now))


OF_A_MATCH: Mapping[str, Handler] = {
    "match-more": match_panel.more,
    "match-show": match_panel.show_pressed,
    "match-log": match_log.open_log,
    "match-log-page": match_log.turn_log,
    "match-replay": match_replay.replay_pressed,
    "match-step": match_replay.step_pressed,
    "match-export": match_panel.export_pressed,
    "match-verify": match_panel.verify_pressed,
    "match-resign": match_seats.ask_pressed_to_resign,
    "match-resign-yes": match_seats.resign,
    "match-skip-whom": match_seats.choose_pressed_whom_to_skip,
    "match-replace-whom": match_seats.choose_whom_to_replace,
    "match-replace": match_seats.choose_by_whom,
    "match-replace-by-computer": match_seats.replace_pressed_by_computer,
    "match-replace-by-me": match_seats.replace_pressed_by_me,
    "match-replace-by-person": match_seats.replace_pressed_by_person,
    "match-come-back": match_seats.come_back,
    "match-take-seat": match_seats.take_seat,
    "match-remove-whom": match_votes.choose_whom_to_remove,
    "match-remove": match_votes.ask_pressed_to_remove,
    "match-remove-yes": match_votes.remove,
    "match-end": match_votes.ask_pressed_to_end,
    "match-end-yes": match_votes.end,
    "match-pause": match_votes.agree_to_pause,
    "match-withdraw": match_votes.withdraw,
}
"""The controls that hold for as long as the match does."""


async def setup(bot: GameBot) -> None:
    controls = bot.app.controls
    for verb, handler in OF_A_MATCH.items():
        controls.add(verb, handler, About.MATCH)
    controls.add("match-skip", match_seats.skip, About.TURN)
    controls.add("match-mine", match_list.open_mine, About.NOTHING)
    controls.add("match-mine-page", match_list.turn_mine, About.NOTHING)
    controls.add("dismiss", match_panel.dismiss, About.NOTHING)
    await bot.add_cog(MatchCommands())
