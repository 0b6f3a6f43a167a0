"""What whoever runs the bot may set: environment variables, or lines of a file ``.env``. See .env.example."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.core.errors import QwibotError
from bot.core.text import Words
from data.engine import DEFAULT_ADDRESS, parse_address

_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+")


class SettingsError(Exception):
    """What is wrong with the settings, a sentence a line."""


def _upper(value: Any) -> Any:
    return value.strip().upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """All settings, checked. An empty one is one that was not set."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True)

    discord_token: SecretStr | None = None
    """None: the bot is started on an embedded Discord."""
    database_url: str = DEFAULT_ADDRESS
    metrics_port: int | None = None
    """Where the bot says whether it is well, and what it counts, on this machine alone; None: nowhere."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"

    @field_validator("discord_token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not _TOKEN.fullmatch(token.get_secret_value()):
            raise ValueError("is not the token of a bot, which has three parts with dots between")
        return token

    @field_validator("metrics_port", mode="before")
    @classmethod
    def _is_a_port(cls, port: object) -> object:
        if port is None:
            return None
        if not re.fullmatch(r"[0-9]{1,5}", str(port).strip()) or not 1 <= int(str(port)) <= 65535:
            raise ValueError("is not a port, which is a number from 1 to 65535")
        return port

    @field_validator("database_url")
    @classmethod
    def _leads_to_a_database(cls, address: str) -> str:
        try:
            parse_address(address)
        except QwibotError as error:
            raise ValueError(Words().explain(error)) from None
        return address


def read_settings() -> Settings:
    """The settings. SettingsError names everything that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsError("\n".join(_sentence(dict(fault)) for fault in error.errors())) from None


def _sentence(fault: dict[str, Any]) -> str:
    name = str(fault["loc"][0]).upper()
    if fault["type"] == "literal_error":
        return f"{name} should be {fault['ctx']['expected'].replace(chr(39), '')}."
    reason = str(fault["ctx"]["error"]) if fault["type"] == "value_error" else fault["msg"]
    return reason if reason.startswith(name) else f"{name} {reason}."
