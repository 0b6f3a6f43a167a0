"""The words that a player may type in one language, and what they mean (RULES 4). Each game has meanings of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Generic, TypeVar
from unicodedata import normalize

LONGEST_TYPO = 30
"""A longer word is no slip of the finger, and not compared with those we know."""

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Vocabulary(Generic[M]):
    """Phrases of one or more words, and everything each of them means. Made by :meth:`of`."""

    phrases: Mapping[tuple[str, ...], tuple[M, ...]]

    @classmethod
    def of(cls, words: Iterable[tuple[str, M]]) -> Vocabulary[M]:
        """A phrase that is listed with several meanings is ambiguous: whoever types it is asked which it is."""
        phrases: dict[tuple[str, ...], tuple[M, ...]] = {}
        for phrase, meaning in words:
            key = tuple(plain(word) for word in phrase.split())
            known = phrases.get(key, ())
            phrases[key] = known if meaning in known else (*known, meaning)
        return cls(phrases)

    def longest_phrase(self, words: Sequence[str]) -> tuple[int, tuple[M, ...]]:
        """How many of the words, from the first on, are the longest phrase known, and what it means; 0 for none."""
        for count in range(min(len(words), max(map(len, self.phrases), default=0)), 0, -1):
            meanings = self.phrases.get(tuple(plain(word) for word in words[:count]))
            if meanings:
                return count, meanings
        return 0, ()

    def nearest(self, word: str) -> str | None:
        """The known phrase that the word is probably meant to be."""
        if len(word) > LONGEST_TYPO:
            return None
        return next(iter(get_close_matches(plain(word), map(" ".join, self.phrases), n=1, cutoff=0.7)), None)


def plain(word: str) -> str:
    """The word without regard to case and to ways of writing the same letters."""
    return normalize("NFKC", word.casefold())
