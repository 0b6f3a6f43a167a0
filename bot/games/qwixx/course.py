"""A match in motion: from one judged action to the next moment that somebody is awaited (RULES 2)."""

from __future__ import annotations

from bot.core.errors import RuleError
from bot.games.base import Chance, Presence, Seat
from bot.games.qwixx.dice import roll
from bot.games.qwixx.evolution import evolve
from bot.games.qwixx.legality import (
    can_mark_white,
    check_color,
    check_plan,
    check_white,
    color_options,
    order_passes,
)
from bot.games.qwixx.scoring import end_by_absence, end_on_sheets, outcome
from bot.games.qwixx.sheet import Mark, fault
from bot.games.qwixx.state import (
    ORDER_LIMITS,
    Choice,
    Chose,
    ChosenBy,
    ColorPlan,
    ColorTaken,
    End,
    Ended,
    Event,
    Left,
    OrderGiven,
    Passed,
    Penalised,
    Phase,
    Rolled,
    Skipped,
    State,
    TakenOver,
    Timing,
    TookBack,
    Voided,
    WhiteApplied,
)

BY_ORDER = Choice(None, by=ChosenBy.ORDER)


class Course:
    """The state so far, and the events that led to it.

    Each method is something that happens; a RuleError leaves the course as it was. Matches let :meth:`go_on` do what
    follows; the referee decides that by itself.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def happens(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    # --- What a seat does ---

    def choose_white(self, seat: Seat, mark: Mark | None, then: ColorPlan | None = None) -> None:
        """A seat chooses, or chooses anew."""
        check_white(self.state, seat, mark)
        if then is not None:
            check_plan(self.state, seat, mark, then)
        self.happens(Chose(seat, Choice(mark, then)))

    def take_back(self, seat: Seat) -> None:
        """A seat is awaited again; not one that was passed by the rules, for it has nothing else to choose."""
        if self.state.phase is not Phase.WHITE:
            raise RuleError("not-open", phase=self.state.phase)
        choice = self.state.choices[seat]
        if choice is None or choice.by is ChosenBy.RULES:
            raise RuleError("nothing-chosen", seat=seat)
        self.happens(TookBack(seat))

    def take_color(self, seat: Seat, mark: Mark | None) -> None:
        """The color action; taken before the white one, it voids what it makes impossible (RULES 2, Order)."""
        check_color(self.state, seat, mark)
        self.happens(ColorTaken(seat, mark))
        voided = tuple([other for other in range(len(self.state.sheets)) if self._is_void(other)])
        if voided:
            self.happens(Voided(voided))

    def _is_void(self, seat: Seat) -> bool:
        choice = self.state.choices[seat]
        if choice is None or choice.mark is None:
            return False
        return fault(self.state.sheets[seat], self.state.closed, choice.mark) is not None

    def give_order(self, seat: Seat, limit: int | None) -> None:
        """A standing order; changing it takes back a pass that it made and that is still open."""
        if limit is not None and limit not in ORDER_LIMITS:
            raise RuleError("order-limit", limit=limit, least=ORDER_LIMITS[0], most=ORDER_LIMITS[-1])
        self.happens(OrderGiven(seat, limit))
        self._reopen_unordered(seat)

    def skip(self, seat: Seat) -> None:
        """An absent player passes what is awaited (RULES 2, Absent)."""
        if seat not in self.state.awaited():
            raise RuleError("not-awaited", seat=seat)
        self.happens(Skipped(seat))

    def leave(self, seat: Seat) -> None:
        """A player leaves, at any moment (RULES 2, Leaving)."""
        self.happens(Left(seat))
        self._end(end_by_absence(self.state))

    def take_over(self, seat: Seat, computer: bool) -> None:
        """Somebody else goes on with the seat; a pass by the former player's standing order is open again."""
        if computer and self.state.presence[seat] is Presence.COMPUTER:
            raise RuleError("already-computer", seat=seat)
        self.happens(TakenOver(seat, computer))
        self._reopen_unordered(seat)
        self._end(end_by_absence(self.state))

    def _reopen_unordered(self, seat: Seat) -> None:
        if self.state.choices[seat] == BY_ORDER and not order_passes(self.state, seat):
            self.happens(TookBack(seat))

    # --- What follows ---

    def go_on(self, chance: Chance) -> None:
        """All that follows without anybody's choice, until somebody is awaited or the match is over."""
        while self.state.outcome is None:
            if self.state.phase is Phase.WHITE:
                self.pass_for_players()
            if self.state.awaited():
                return
            if self.state.phase is Phase.WHITE:
                self.open_color(self.apply_white())
            else:
                self.end_turn()
                self.begin_turn(chance)

    def pass_for_players(self) -> None:
        """Pass the awaited who can mark the white sum nowhere, and those whose standing order says so."""
        awaited = self.state.awaited()
        unable = tuple([seat for seat in awaited if not can_mark_white(self.state, seat)])
        if unable:
            self.happens(Passed(unable))
        for seat in awaited:
            if seat not in unable and order_passes(self.state, seat):
                self.happens(Chose(seat, BY_ORDER))

    def apply_white(self) -> ColorPlan | None:
        """Apply all white choices together; answers with the plan that the active player gave with its own."""
        choices = self.state.choices
        own = choices[self.state.active]
        self.happens(WhiteApplied(tuple([None if choice is None else choice.mark for choice in choices])))
        if self.state.options.timing is Timing.STRICT:
            self._end(end_on_sheets(self.state.sheets, self.state.closed))
        return None if own is None else own.then

    def open_color(self, plan: ColorPlan | None) -> None:
        """Await the color action, unless it is over; leave it out where nothing can be marked; carry out the plan."""
        state = self.state
        if not state.awaited():
            return
        possible = [option.mark for option in color_options(state.sheets[state.active], state.closed, state.dice)]
        if not possible:
            self.happens(ColorTaken(state.active, None, possible=False))
        elif plan is not None and plan.mark in (None, *possible):
            self.happens(ColorTaken(state.active, plan.mark))
        elif plan is not None:
            self.happens(Voided((state.active,)))

    def end_turn(self) -> None:
        """Both actions are over: the penalty, and the end of the match if its time has come."""
        state = self.state
        if state.present(state.active) and not state.current.marked_by_active():
            self.happens(Penalised(state.active))
        self._end(end_on_sheets(self.state.sheets, self.state.closed))

    def _end(self, reason: End | None) -> None:
        if reason is not None:
            self.happens(Ended(outcome(self.state, reason)))

    def begin_turn(self, chance: Chance) -> None:
        """The next present seat is active, and its dice are rolled; nothing once the match is over."""
        if self.state.outcome is not None:
            return
        number = self.state.current.number + 1
        active = self.state.active if number == 1 else self._next_present()
        self.happens(Rolled(number, active, roll(self.state.closed, chance)))

    def _next_present(self) -> Seat:
        seats = len(self.state.sheets)
        followers = ((self.state.active + distance) % seats for distance in range(1, seats + 1))
        return next(seat for seat in followers if self.state.present(seat))
