"""Commands in the languages of Discord's clients: the keys of their texts, looked up in the catalogs."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation, locale_str

from bot.core.text import DEFAULT_LANGUAGE, languages
from cogs.ui.language import language_for, words_of

NAMES = frozenset(
    {
        TranslationContextLocation.command_name,
        TranslationContextLocation.group_name,
        TranslationContextLocation.parameter_name,
    }
)


class CatalogTranslator(app_commands.Translator):
    """Translates what has a key, or is the name of a command or an option; None leaves it in English."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        language = language_for(None, str(locale))
        if language == DEFAULT_LANGUAGE or language not in languages():
            return None
        key = string.extras.get("key") or _key_of_name(context)
        words = words_of(language, string.extras.get("game"))
        return words.say(key) if key is not None and words.knows(key) else None


def _key_of_name(context: app_commands.TranslationContextTypes) -> str | None:
    """``name.match.resign`` for a command, ``name.option.match`` for an option, whatever command has it."""
    data: Any = context.data
    if context.location is TranslationContextLocation.parameter_name:
        return f"name.option.{data.name}"
    return f"name.{data.qualified_name.replace(' ', '.')}" if context.location in NAMES else None
