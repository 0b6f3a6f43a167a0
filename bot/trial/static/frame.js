// The frame around simcord's page: rooms, people, and what is to be said in words.

const LOOK_MS = 1500;
const WORDS_MS = 7000;
const TIMES_MS = 5000;
const SCROLL_MS = 200;
const AT_END_PX = 60;
const RELOAD_AGAIN_MS = 5000;

// What simcord tells developers in a toolbar, for people. What is not named here is nothing that they did.
const REFUSALS = {
  "stale-revision": "This message has just changed. Look again, and repeat it if you still want it.",
  "validation-failed": "That is not possible here any more.",
  "target-unavailable": "That message is gone.",
  "command-option-invalid": "One of the options is not filled in as the command wants it.",
  "command-unavailable": "That command is not available here.",
};
const UNANSWERED = "The bot did not answer. If it failed, the terminal in which it runs says why.";
const STOPPED = "The trial has stopped. Start it again with “make run”: this page goes on by itself.";

const told = (name) => document.querySelector(`meta[name="trial-${name}"]`).content;
const $ = (id) => document.getElementById(id);
const person = told("person");
const room = told("room");
const pageOf = (someone, where) => `/as/${someone}/${where}`;

let rooms = [];
let faults = null;
let stopped = false;

// --- What was read ---------------------------------------------------------------------------------------------------

const seenKey = `trial-seen-${person}`;
const seen = JSON.parse(localStorage.getItem(seenKey) || "{}");
const isNewer = (id, than) => BigInt(id) > BigInt(than || 0);

function noteWhatIsSeen() {
  const here = rooms.find((each) => each.id === room);
  if (!here || document.hidden || seen[room] === here.newest) return;
  seen[room] = here.newest;
  localStorage.setItem(seenKey, JSON.stringify(seen));
}

const news = (each) => each.id !== room && isNewer(each.newest, seen[each.id]);
const pinged = (each) => isNewer(each.newestPing, seen[each.id]) && (each.id !== room || document.hidden);

// --- Rooms and people ------------------------------------------------------------------------------------------------

function entry(text, href, marks) {
  const item = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href, textContent: text });
  for (const [name, value] of Object.entries(marks.attributes || {})) link.setAttribute(name, value);
  if (marks.dot) {
    const dot = Object.assign(document.createElement("span"), { className: marks.dot.className });
    dot.setAttribute("aria-label", marks.dot.label);
    dot.setAttribute("role", "img");
    link.append(dot);
  }
  item.className = marks.className || "";
  item.append(link);
  return item;
}

function roomEntry(each) {
  const dot = pinged(each) ? { className: "trial-dot trial-ping", label: "You are awaited" }
    : news(each) ? { className: "trial-dot", label: "New messages" } : null;
  const attributes = each.id === room ? { "aria-current": "page" } : {};
  const sign = each.parent ? "" : "# ";
  return entry(`${sign}${each.name}`, pageOf(person, each.id), {
    dot, attributes, className: `${each.parent ? "trial-thread" : ""} ${each.archived ? "trial-archived" : ""}`,
  });
}

function personEntry(each) {
  if (each.word === person) {
    return entry(`${each.name} (you)`, pageOf(person, room), { attributes: { "aria-current": "true" } });
  }
  const attributes = { target: `trial-${each.word}`, title: `Opens a tab in which you are ${each.name}` };
  return entry(each.name, pageOf(each.word, room), { attributes });
}

function show(list, entries) {
  const drawn = entries.map((each) => each.outerHTML).join("");
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  list.replaceChildren(...entries);
}

function draw(overview) {
  rooms = overview.rooms;
  noteWhatIsSeen();
  const here = rooms.find((each) => each.id === room);
  const me = overview.people.find((each) => each.word === person);
  const title = here ? `${here.parent ? "" : "# "}${here.name}` : "This room is gone";
  show($("trial-rooms"), rooms.map(roomEntry));
  show($("trial-people"), overview.people.map(personEntry));
  $("trial-title").textContent = title;
  $("trial-me").textContent = me.name;
  $("trial-menu-news").hidden = !rooms.some((each) => news(each) || pinged(each));
  $("trial-menu-news").classList.toggle("trial-ping", rooms.some(pinged));
  document.title = `${rooms.some(pinged) ? "● " : ""}${title} · ${me.name}`;
  tellFault(overview.faults);
}

// --- Words -----------------------------------------------------------------------------------------------------------

let wordsTimer = null;

function say(words) {
  $("trial-words").textContent = words;
  $("trial-words").hidden = false;
  clearTimeout(wordsTimer);
  wordsTimer = setTimeout(() => { $("trial-words").hidden = true; }, WORDS_MS);
}

function tellFault(now) {
  if (faults !== null && now.count > faults) {
    say(`The bot met a fault: ${now.newest}. The terminal in which it runs says more.`);
  }
  faults = now.count;
}

document.addEventListener("trial:receipt", ({ detail: receipt }) => {
  if (!receipt.result) void look();
  // An answer comes at the end of the room: go there, wherever the button was.
  if ((receipt.outcomes || []).some((each) => each.kind !== "source_edit" && each.messageId)) {
    atEnd = true;
    stayAtEnd();
  }
  const refusal = (receipt.diagnostics || []).map((each) => REFUSALS[each.code]).find(Boolean);
  if (refusal) say(refusal);
  else if (receipt.acknowledgement === "unacknowledged" && !receipt.result) say(UNANSWERED);
});

// --- Stopped, and started again --------------------------------------------------------------------------------------

document.addEventListener("trial:lost", () => {
  stopped = true;
  $("trial-alarm").textContent = STOPPED;
  $("trial-alarm").hidden = false;
});

function reload() {
  const last = Number(sessionStorage.getItem("trial-reloaded") || 0);
  if (Date.now() - last < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem("trial-reloaded", String(Date.now()));
  location.reload();
}

document.addEventListener("trial:outdated", reload);

async function look() {
  try {
    const response = await fetch(`/trial/rooms/${person}`, { cache: "no-store" });
    if (stopped) reload();
    else draw(await response.json());
  } catch {
    // The bridge has told of it.
  }
}

async function lookAgainAndAgain() {
  await look();
  setTimeout(lookAgainAndAgain, LOOK_MS);
}

// --- Links inside messages -------------------------------------------------------------------------------------------

const LEADS_TO_A_ROOM = 'a[href^="https://discord.com/channels/"], .thread-summary, .mention';

async function roomMeant(element) {
  if (element.matches("a")) return new URL(element.href).pathname.split("/")[3];
  if (element.matches(".thread-summary")) return element.closest("[data-message-id]").dataset.messageId;
  const named = () => rooms.find((each) => `#${each.name}` === element.textContent)?.id;
  if (!named()) await look(); // a room that was opened a moment ago
  return named();
}

document.addEventListener("click", async (event) => {
  const element = event.target instanceof Element && event.target.closest(LEADS_TO_A_ROOM);
  if (!element) return;
  event.preventDefault();
  event.stopPropagation();
  const meant = await roomMeant(element);
  if (meant) location.assign(pageOf(person, meant));
}, true);

// --- Commands, as Discord takes them ---------------------------------------------------------------------------------

// Enter sends a command that lacks nothing; who wants one of its optional options taps it, or goes there by the arrows.
const OPTIONAL = ".command-suggestion-ellipsis";
let wentToAnOption = false;

document.addEventListener("keydown", (event) => {
  if (!document.querySelector(OPTIONAL)) wentToAnOption = false;
  else if (event.key.startsWith("Arrow")) wentToAnOption = true;
  else if (event.key === "Enter" && !wentToAnOption) {
    event.preventDefault();
    event.stopPropagation();
    $("send-message").click();
  }
}, true);

// The bot is asked what can be typed as soon as one can type, not only after the first letter.
document.addEventListener("focusin", ({ target }) => {
  const offers = target.matches('.command-option-input[aria-autocomplete="list"]');
  if (offers && !target.value) target.dispatchEvent(new Event("input", { bubbles: true }));
});

// --- The end of the room ---------------------------------------------------------------------------------------------

// Who is at the end stays there, also while pictures are loaded, until they scroll up themselves. (simcord's page keeps
// the uppermost message where it is as soon as anything grew.)
const timeline = $("channel-timeline");
let atEnd = true;
let scrolling = null;

const toTheEnd = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;

function stayAtEnd() {
  if (atEnd && scrolling === null && toTheEnd() > 1) timeline.scrollTop = timeline.scrollHeight;
}

function noteScrolling() {
  clearTimeout(scrolling);
  scrolling = setTimeout(() => { scrolling = null; atEnd = toTheEnd() < AT_END_PX; }, SCROLL_MS);
}

for (const kind of ["wheel", "touchmove", "keydown"]) timeline.addEventListener(kind, noteScrolling, { passive: true });
timeline.addEventListener("pointerdown", (event) => { if (event.target === timeline) noteScrolling(); }); // its scrollbar
timeline.addEventListener("scroll", stayAtEnd, { passive: true });
const grown = new ResizeObserver(stayAtEnd);
grown.observe($("channel-message-list"));
grown.observe(timeline);

// --- "In 5 minutes" --------------------------------------------------------------------------------------------------

const RELATIVE = /^in |ago$|^(now|tomorrow|yesterday|(next|last) week)$/;
const UNITS = [["second", 60], ["minute", 3600], ["hour", 86400], ["day", 604800], ["week", Infinity]];
const relativeTime = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function nameTimesAnew() {
  for (const each of document.querySelectorAll("time.discord-timestamp")) {
    if (!RELATIVE.test(each.textContent)) continue;
    const seconds = (Date.parse(each.dateTime) - Date.now()) / 1000;
    const index = UNITS.findIndex(([, below]) => Math.abs(seconds) < below);
    const amount = seconds / (index ? UNITS[index - 1][1] : 1);
    const named = relativeTime.format(Math.round(amount), UNITS[index][0]);
    if (each.textContent !== named) each.textContent = named;
  }
}

setInterval(nameTimesAnew, TIMES_MS);

// --- The side on a narrow screen -------------------------------------------------------------------------------------

function openSide(open) {
  document.body.classList.toggle("trial-side-open", open);
  $("trial-menu").setAttribute("aria-expanded", String(open));
}

$("trial-menu").addEventListener("click", () => openSide(!document.body.classList.contains("trial-side-open")));
document.addEventListener("keydown", (event) => { if (event.key === "Escape") openSide(false); });
document.addEventListener("pointerdown", (event) => {
  if (event.target instanceof Element && !event.target.closest(".trial-side, .trial-bar")) openSide(false);
});
document.addEventListener("visibilitychange", noteWhatIsSeen);

void lookAgainAndAgain();
