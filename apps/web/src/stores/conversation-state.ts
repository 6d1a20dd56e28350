import type { Changes, Conversation, Message } from '@safarnama/contracts';
import type { Marks } from './chat-types.ts';

/*
 * What is known of one conversation, and how each thing that is heard of it is merged in. All functions are pure. The
 * roads overtake each other (pages, changes, events, answers to sends): whatever the order of arrival, and however
 * often each comes, the same list is left once the questions of `nextQuestion` are answered.
 *
 * The server has one order of a conversation, and only its pages tell it. So two parts are kept: a run without a gap,
 * in that order, made of pages; and behind it what came by itself, whose place the next page confirms.
 */

/** One message as it is known now. */
interface Entry {
  message: Message;
  /** The change number up to which this form is known to be right; 0 for the form in which it was stored. */
  knownAt: number;
}

export interface ConversationState {
  /** Without a gap, in the server's order. */
  run: readonly Entry[];
  /** Came by itself and is in no page yet, in the order of arrival. */
  live: readonly Entry[];
  /** The newest page has come. */
  isLoaded: boolean;
  /** Message id before which there is more; null when the beginning is loaded. */
  olderCursor: string | null;
  /** Every change up to here is in the list. */
  changeNumber: number;
  /** The greatest change number that was heard of. */
  heardOf: number;
  /** A page was older than `changeNumber`: its messages lack the changes from here on. */
  staleFrom: number | null;
  /** Deleted for oneself: never shown again, whatever still has them. Their places stay, as pages are asked by them. */
  removed: ReadonlySet<string>;
  /** Changed forms of messages that are not in the list (yet). */
  ahead: ReadonlyMap<string, Entry>;
  /** Every mark that was heard of and still can count. */
  deliveredMarks: ReadonlySet<string>;
  readMarks: ReadonlySet<string>;
}

export const EMPTY_CONVERSATION: ConversationState = {
  run: [],
  live: [],
  isLoaded: false,
  olderCursor: null,
  changeNumber: 0,
  heardOf: 0,
  staleFrom: null,
  removed: new Set(),
  ahead: new Map(),
  deliveredMarks: new Set(),
  readMarks: new Set(),
};

/** Changed forms of messages that are not loaded: more than these are asked for again with their page. */
const MAX_AHEAD = 500;

/** Which page: the newest, or the one before or after a message. */
export type PagePlace = { before?: string; after?: string };

/** The messages to show, oldest first, each once. */
export function messagesOf({ run, live, removed }: ConversationState): Message[] {
  return [...run, ...inOrderOfTime(live)].flatMap(({ message }) =>
    removed.has(message._id) ? [] : [message],
  );
}

/**
 * The last marks that fall on a message of the list, or on one that was in it until one deleted it for oneself: they
 * then stand at the message before.
 */
export function marksOf({ run, live, removed, deliveredMarks, readMarks }: ConversationState): Marks {
  const ids = [...run, ...inOrderOfTime(live)].map(({ message }) => message._id);
  const place = new Map(ids.map((id, index) => [id, index]));
  const last = (marks: ReadonlySet<string>) => {
    let at = [...marks].reduce((best, id) => Math.max(best, place.get(id) ?? -1), -1);
    while (at >= 0 && removed.has(ids[at] ?? '')) at -= 1;
    return ids[at];
  };
  const deliveredUpTo = last(deliveredMarks);
  const readUpTo = last(readMarks);
  return { ...(deliveredUpTo && { deliveredUpTo }), ...(readUpTo && { readUpTo }) };
}

/** After this message a page continues the run; null when there is none to ask by. */
export function endOfRun({ run }: ConversationState): string | null {
  return run.at(-1)?.message._id ?? null;
}

/** From which change number on one must ask; null when nothing is missing. */
export function missingChangesFrom({
  isLoaded,
  changeNumber,
  heardOf,
  staleFrom,
}: ConversationState): number | null {
  if (!isLoaded) return null;
  if (staleFrom !== null) return Math.min(staleFrom, changeNumber);
  return heardOf > changeNumber ? changeNumber : null;
}

/**
 * The place of what came by itself is not certain: both people wrote at a time, or so much came that the next question
 * would have to fetch it all again.
 */
export function isOrderOpen({ live }: ConversationState): boolean {
  return live.length >= MAX_LIVE || new Set(live.map(({ message }) => message.senderId)).size > 1;
}

const MAX_LIVE = 20;

/** A page of the conversation, however late it comes. */
export function withPage(state: ConversationState, place: PagePlace, page: Conversation): ConversationState {
  const { changeNumber = 0 } = page;
  const known = new Map([...state.run, ...state.live].map((entry) => [entry.message._id, entry]));
  const entries = page.messages_between_sender_receiver.map((message) =>
    newerOf({ message, knownAt: changeNumber }, known.get(message._id) ?? state.ahead.get(message._id)),
  );
  const isNewest = place.before === undefined && place.after === undefined;
  const run = joined(state, place, entries);
  if (run === null) return state;
  const inRun = new Set(run.map(({ message }) => message._id));
  const isFirst = isNewest && !state.isLoaded;
  const isBehind = !isFirst && changeNumber < state.changeNumber && entries.length > 0;
  return {
    ...state,
    run,
    live: state.live.filter(({ message }) => !inRun.has(message._id)),
    isLoaded: state.isLoaded || isNewest,
    // The cursor of whichever page reaches furthest back.
    olderCursor:
      place.after === undefined && (run[0] === entries[0] || run.length === 0)
        ? page.nextCursor
        : place.before !== undefined && entries.length === 0 && run[0]?.message._id === place.before
          ? null
          : state.olderCursor,
    changeNumber: isFirst ? changeNumber : state.changeNumber,
    heardOf: Math.max(state.heardOf, changeNumber),
    staleFrom: isBehind ? Math.min(changeNumber, state.staleFrom ?? changeNumber) : state.staleFrom,
    deliveredMarks: withMark(state.deliveredMarks, page.deliveredUpTo),
    readMarks: withMark(state.readMarks, page.readUpTo),
  };
}

/** Joins a page, which has no gap either, to the run; null when there is a gap between the two. */
function joined(
  { run }: ConversationState,
  { before, after }: PagePlace,
  page: readonly Entry[],
): Entry[] | null {
  const inPage = new Set(page.map(({ message }) => message._id));
  const rest = run.filter(({ message }) => !inPage.has(message._id));
  const placeOf = (id: string | undefined) => run.findIndex(({ message }) => message._id === id);
  if (after !== undefined) {
    const at = placeOf(after);
    if (at === -1) return null;
    const head = run.slice(0, at + 1).filter(({ message }) => !inPage.has(message._id));
    return [...head, ...page, ...rest.slice(head.length)];
  }
  if (before !== undefined) {
    const at = placeOf(before);
    if (at === -1) return null;
    const head = run.slice(0, at).filter(({ message }) => !inPage.has(message._id));
    return [...head, ...page, ...rest.slice(head.length)];
  }
  if (run.length === 0) return [...page];
  // The page need not begin with a message of the run: what one has deleted for oneself is in the older of the two only.
  const at = run.findIndex(({ message }) => inPage.has(message._id));
  return at === -1 ? null : [...run.slice(0, at), ...page, ...rest.slice(at)];
}

/** Of two forms of a message the one that is known to be right for longer; who is deleted stays so. */
function newerOf(found: Entry, known: Entry | undefined): Entry {
  if (!known || found === known) return found;
  if (known.message.deletedAt !== undefined && found.message.deletedAt === undefined) return known;
  if (found.knownAt < known.knownAt) return known;
  // The same object as long as nothing changed: its row is not drawn anew.
  const isSame = JSON.stringify(found.message) === JSON.stringify(known.message);
  return isSame ? (found.knownAt === known.knownAt ? known : { ...known, knownAt: found.knownAt }) : found;
}

/** By time where times differ, else as they came. A page has the last word. */
function inOrderOfTime(live: readonly Entry[]): Entry[] {
  return live.toSorted((a, b) => Date.parse(a.message.createdAt) - Date.parse(b.message.createdAt));
}

/** A message as it was stored: an event, or the answer to a send. */
export function withStored(state: ConversationState, message: Message): ConversationState {
  const entries = [...state.run, ...state.live];
  if (entries.some((one) => one.message._id === message._id)) return state;
  const quotedId = message.replyTo?._id ?? '';
  const quoted = entries.find((one) => one.message._id === quotedId) ?? state.ahead.get(quotedId);
  const found = { message, knownAt: 0 };
  const entry = newerOf(quoted ? withQuoteOf(found, quoted) : found, state.ahead.get(message._id));
  return { ...state, live: [...state.live, entry] };
}

/**
 * The run has been followed to its end: what had come by itself before the first question, and is in no page, belongs
 * before the part that is loaded.
 *
 * @param before - what `live` was when the first question was asked.
 */
export function withEndReached(state: ConversationState, before: readonly Entry[]): ConversationState {
  const ids = new Set(before.map(({ message }) => message._id));
  return { ...state, live: state.live.filter(({ message }) => !ids.has(message._id)) };
}

/** A changed form of a message, right at least up to a change number. */
function withForm(state: ConversationState, found: Entry): ConversationState {
  const id = found.message._id;
  const swap = (entry: Entry) =>
    entry.message._id === id ? newerOf(found, entry) : withQuoteOf(entry, found);
  const next = { ...state, run: state.run.map(swap), live: state.live.map(swap) };
  if ([...state.run, ...state.live].some(({ message }) => message._id === id)) return next;
  const ahead = new Map(state.ahead);
  ahead.set(id, newerOf(found, ahead.get(id)));
  const oldest = ahead.size > MAX_AHEAD ? ahead.keys().next().value : undefined;
  if (oldest !== undefined) ahead.delete(oldest);
  return { ...next, ahead };
}

/** A quote shows what it quotes as it is now: nothing of what was deleted for both. */
function withQuoteOf(entry: Entry, { message: quoted }: Entry): Entry {
  const { replyTo } = entry.message;
  if (replyTo?._id !== quoted._id || quoted.deletedAt === undefined || replyTo.isDeleted) return entry;
  const quote = { ...replyTo, text: '', hasImage: false, isDeleted: true };
  return { ...entry, message: { ...entry.message, replyTo: quote } };
}

function withNumber(state: ConversationState, changeNumber: number): ConversationState {
  const isNext = state.isLoaded && changeNumber === state.changeNumber + 1;
  return {
    ...state,
    changeNumber: isNext ? changeNumber : state.changeNumber,
    heardOf: Math.max(state.heardOf, changeNumber),
  };
}

/** A message that is stored was changed. */
export function withChanged(
  state: ConversationState,
  message: Message,
  changeNumber: number,
): ConversationState {
  if (state.isLoaded && changeNumber <= state.changeNumber) return state;
  return withNumber(withForm(state, { message, knownAt: changeNumber }), changeNumber);
}

/** One has deleted a message for oneself; without a number it is not acknowledged yet. */
export function withRemoved(
  state: ConversationState,
  messageId: string,
  changeNumber = 0,
): ConversationState {
  const next = { ...state, removed: new Set(state.removed).add(messageId) };
  return withNumber(next, changeNumber);
}

/** The answer to `missingChangesFrom`. */
export function withChanges(state: ConversationState, since: number, changes: Changes): ConversationState {
  const { messages, removed, changeNumber, hasMore } = changes;
  const next = messages.reduce<ConversationState>(
    (all, message) => withForm(all, { message, knownAt: changeNumber }),
    {
      ...state,
      removed: new Set([...state.removed, ...removed]),
    },
  );
  const isCovered = state.staleFrom !== null && since <= state.staleFrom;
  return {
    ...next,
    changeNumber:
      since <= state.changeNumber ? Math.max(state.changeNumber, changeNumber) : state.changeNumber,
    heardOf: Math.max(state.heardOf, changeNumber),
    staleFrom: !isCovered ? state.staleFrom : hasMore ? Math.max(since, changeNumber) : null,
  };
}

/** A form that nobody has numbered: what one has just done oneself, until its number is known. */
export function withOwnForm(state: ConversationState, message: Message): ConversationState {
  const entry = [...state.run, ...state.live].find((one) => one.message._id === message._id);
  return entry ? withForm(state, { message, knownAt: entry.knownAt }) : state;
}

export function withMarks(state: ConversationState, { deliveredUpTo, readUpTo }: Marks): ConversationState {
  const next = {
    ...state,
    deliveredMarks: withMark(state.deliveredMarks, deliveredUpTo),
    readMarks: withMark(state.readMarks, readUpTo),
  };
  if (next.deliveredMarks.size + next.readMarks.size < MAX_MARKS) return next;
  const loaded = new Set(messagesOf(next).map(({ _id }) => _id));
  const last = marksOf(next);
  const prune = (marks: ReadonlySet<string>, latest: string | undefined) =>
    new Set([...marks].filter((id) => !loaded.has(id) || id === latest));
  return {
    ...next,
    deliveredMarks: prune(next.deliveredMarks, last.deliveredUpTo),
    readMarks: prune(next.readMarks, last.readUpTo),
  };
}

/** Beyond so many, those that a later one covers are forgotten. */
const MAX_MARKS = 100;

function withMark(marks: ReadonlySet<string>, id: string | undefined): ReadonlySet<string> {
  return id === undefined || marks.has(id) ? marks : new Set(marks).add(id);
}
