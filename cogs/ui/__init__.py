"""The frame around any game on Discord, and how a game's controls are written on it.

What a game gives is a :class:`cogs.ui.game.GameUi` (in ``cogs/<game>/words.py``): its headline, a line for each event,
its picture, the controls on the match's message. The presenter puts them on the message; everything private is the
game's own, in ``controls.py`` (what is pressed), ``panels.py`` (pages), ``pictures.py`` and ``commands.py``.

**A control** is a description, ``Button(label, scene.control("qwirkle-play"), Style.MAIN)``, in a row of a
:class:`cogs.ui.page.Page`. ``scene.control(verb, *arguments)`` makes an id for this turn and phase; what holds for as
long as the match does, such as a look at one's hand, gets ``scene.of_match(verb, *arguments)``. Whatever a control has
to remember is in its arguments (100 characters in all, no colon) or in a draft (``app.service.draft``), never in
memory, so that it works after a restart. A verb begins with the name of its feature and is registered once, when the
extension is loaded: ``controls.add("qwirkle-undo", undo)``, or with ``About.MATCH`` for one made by ``of_match``. What
only opens a page is a ``door``: pressed in a later turn it opens the page of that turn, for whom the match waits.

**A handler** is ``async def open_play(press: Press) -> None``. It is acknowledged already. For a control of a turn the
match was looked at already, too: ``press.now``, or nobody would have come here. Then there are

- ``press.arguments``, ``press.number(place)`` and, of a select, ``press.value`` or ``press.values``, ``press.person``;
- ``await press.scene(press.now)``: the match as this person may see it, in their language (``scene.view``,
  ``scene.words``, ``scene.seat``, ``scene.name(seat)``, ``scene.emojis``);
- ``await press.open(page)``: a message of its own, private unless the command is public (the extra ``PUBLIC``);
  ``await press.turn_to(page)``: another page in the private message that was pressed on;
- ``await press.app.pictures.draw(drawing)``: an Image for a page, drawn off the event loop;
- ``await press.play(action)``: the action for the control's turn and phase, stored or refused;
- an error to raise, of :mod:`bot.core.errors`: it is answered in words (``error.<code>`` in a catalog).

It never shows the match to everybody: the service has the presenter do that.

**One click through the files.** Ben presses *Play*, ``q1:qwirkle-play:7:12:play``. discord.py finds
:class:`cogs.ui.control.Pressable` by its template and makes it anew; its callback calls the client's ``press``, that is
:func:`cogs.ui.routing.answer_press`. There a :class:`cogs.ui.request.Press` is made and acknowledged, Ben's language
looked up, the verb's handler found, the match looked at and the turn compared: were it past, a StaleError would go to
:mod:`cogs.errors`, which tells what happened meanwhile and leads to the live message. The handler,
``cogs.qwirkle.controls.open_play``, asks ``panels`` for a page and opens it. Ben chooses a play there:
``q1:qwirkle-play-chosen:7:12:play`` takes the same way to ``play_chosen``, where ``press.play`` hands the action to
:class:`bot.core.matches.MatchService`. It is judged and stored; then the service asks the presenter to show match 7.
:class:`cogs.ui.presenter.MessagePresenter` loads what was not shown yet, lets Qwirkle's GameUi tell and draw it, posts
the next turn's message through :mod:`cogs.ui.posting`, makes the one before shrink, and says that it is shown.

**Texts** are keys of ``data/locales/<language>/<game>.po``, for what only the frame says ``discord.po``. The frame
needs these of a game: ``game.name``, ``hint.first-match``, ``told.end.<reason>`` for each way the game can end, and for
the standings ``measure.feats``, ``figure.feats``, ``record.feats`` and, where it knows slips, ``measure.slips`` and
``figure.slips``.

Modules, from the bottom up: `page` (what a message holds) → `control` (ids, verbs) → `frame` (pages as messages) →
`answers` (to who asked) and `posting` (public messages, at the `pace` that is bearable; `traffic` counts what Discord
refuses); `membership` (who is still there); `names`, `numbers`, `times`, `zones`, `links`, `language`,
`phrases`, `paging`, `emojis`, `pictures`; `scene` → `game` → `telling`, `lobby_page`, `match_page`, `closing`; `app`
(all that handlers reach), `request` (somebody wants something), `languages`, `waiting`, `routing` (from a press to its
handler), `reminding`, `tidying`, `presenter`, `practice`.
"""
