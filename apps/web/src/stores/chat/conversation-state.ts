import type { Changes, Conversation, Message } from '@safarnama/contracts';
import type { Receipts } from './chat-types.ts';

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
  version: number;
}

export interface ConversationState {
  /** Without a gap, in the server's order. */
  confirmed: readonly Entry[];
  /** Came by itself and is in no page yet, in the order of arrival. */
  unconfirmed: readonly Entry[];
  /** The newest page has come. */
  isLoaded: boolean;
  /** Message id before which there is more; null when the beginning is loaded. */
  olderCursor: string | null;
  /** Every change up to here is in the list. */
  changeNumber: number;
  /** The greatest change number that was heard of. */
  latestChangeNumber: number;
  /** A page was older than `changeNumber`: its messages lack the changes from here on. */
  staleFrom: number | null;
  /** Deleted for oneself: never shown again, whatever still has them. Their places stay, as pages are asked by them. */
  removed: ReadonlySet<string>;
  /** Changed forms of messages that are not in the list (yet). */
  earlyUpdates: ReadonlyMap<string, Entry>;
  /** Every mark that was heard of and still can count. */
  deliveredReceipts: ReadonlySet<string>;
  readReceipts: ReadonlySet<string>;
}

export const EMPTY_CONVERSATION: ConversationState = {
  confirmed: [],
  unconfirmed: [],
  isLoaded: false,
  olderCursor: null,
  changeNumber: 0,
  latestChangeNumber: 0,
  staleFrom: null,
  removed: new Set(),
  earlyUpdates: new Map(),
  deliveredReceipts: new Set(),
  readReceipts: new Set(),
};

/** Changed forms of messages that are not loaded: more than these are asked for again with their page. */
const MAX_EARLY_UPDATES = 500;

/** Which page: the newest, or the one before or after a message. */
export type PagePosition = { before?: string; after?: string };

/** The messages to show, oldest first, each once. */
export function selectMessages({ confirmed, unconfirmed, removed }: ConversationState): Message[] {
  return [...confirmed, ...sortByTime(unconfirmed)].flatMap(({ message }) =>
    removed.has(message._id) ? [] : [message],
  );
}

/**
 * The last marks that fall on a message of the list, or on one that was in it until one deleted it for oneself: they
 * then stand at the message before.
 */
export function selectReceipts({
  confirmed,
  unconfirmed,
  removed,
  deliveredReceipts,
  readReceipts,
}: ConversationState): Receipts {
  const ids = [...confirmed, ...sortByTime(unconfirmed)].map(({ message }) => message._id);
  const indexById = new Map(ids.map((id, index) => [id, index]));
  const findLast = (receipts: ReadonlySet<string>) => {
    let index = [...receipts].reduce((latest, id) => Math.max(latest, indexById.get(id) ?? -1), -1);
    while (index >= 0 && removed.has(ids[index] ?? '')) index -= 1;
    return ids[index];
  };
  const deliveredUpTo = findLast(deliveredReceipts);
  const readUpTo = findLast(readReceipts);
  return { ...(deliveredUpTo && { deliveredUpTo }), ...(readUpTo && { readUpTo }) };
}

/** After this message a page continues the run; null when there is none to ask by. */
export function getLastConfirmedId({ confirmed }: ConversationState): string | null {
  return confirmed.at(-1)?.message._id ?? null;
}

/** From which change number on one must ask; null when nothing is missing. */
export function getMissingChangesStart({
  isLoaded,
  changeNumber,
  latestChangeNumber,
  staleFrom,
}: ConversationState): number | null {
  if (!isLoaded) return null;
  if (staleFrom !== null) return Math.min(staleFrom, changeNumber);
  return latestChangeNumber > changeNumber ? changeNumber : null;
}

/**
 * The place of what came by itself is not certain: both people wrote at a time, or so much came that the next question
 * would have to fetch it all again.
 */
export function isOrderUncertain({ unconfirmed }: ConversationState): boolean {
  return (
    unconfirmed.length >= MAX_UNCONFIRMED ||
    new Set(unconfirmed.map(({ message }) => message.senderId)).size > 1
  );
}

const MAX_UNCONFIRMED = 20;

/** A page of the conversation, however late it comes. */
export function withPage(
  state: ConversationState,
  position: PagePosition,
  page: Conversation,
): ConversationState {
  const { changeNumber = 0 } = page;
  const known = new Map(
    [...state.confirmed, ...state.unconfirmed].map((entry) => [entry.message._id, entry]),
  );
  const entries = page.messages_between_sender_receiver.map((message) =>
    newerEntry(
      { message, version: changeNumber },
      known.get(message._id) ?? state.earlyUpdates.get(message._id),
    ),
  );
  const isNewest = position.before === undefined && position.after === undefined;
  const confirmed = mergePage(state, position, entries);
  if (confirmed === null) return state;
  const confirmedIds = new Set(confirmed.map(({ message }) => message._id));
  const isFirst = isNewest && !state.isLoaded;
  const isBehind = !isFirst && changeNumber < state.changeNumber && entries.length > 0;
  return {
    ...state,
    confirmed,
    unconfirmed: state.unconfirmed.filter(({ message }) => !confirmedIds.has(message._id)),
    isLoaded: state.isLoaded || isNewest,
    // The cursor of whichever page reaches furthest back.
    olderCursor:
      position.after === undefined && (confirmed[0] === entries[0] || confirmed.length === 0)
        ? page.nextCursor
        : position.before !== undefined &&
            entries.length === 0 &&
            confirmed[0]?.message._id === position.before
          ? null
          : state.olderCursor,
    changeNumber: isFirst ? changeNumber : state.changeNumber,
    latestChangeNumber: Math.max(state.latestChangeNumber, changeNumber),
    staleFrom: isBehind ? Math.min(changeNumber, state.staleFrom ?? changeNumber) : state.staleFrom,
    deliveredReceipts: addReceipt(state.deliveredReceipts, page.deliveredUpTo),
    readReceipts: addReceipt(state.readReceipts, page.readUpTo),
  };
}

/** Joins a page, which has no gap either, to the run; null when there is a gap between the two. */
function mergePage(
  { confirmed }: ConversationState,
  { before, after }: PagePosition,
  page: readonly Entry[],
): Entry[] | null {
  const pageIds = new Set(page.map(({ message }) => message._id));
  const rest = confirmed.filter(({ message }) => !pageIds.has(message._id));
  const indexOf = (id: string | undefined) => confirmed.findIndex(({ message }) => message._id === id);
  if (after !== undefined) {
    const index = indexOf(after);
    if (index === -1) return null;
    const head = confirmed.slice(0, index + 1).filter(({ message }) => !pageIds.has(message._id));
    return [...head, ...page, ...rest.slice(head.length)];
  }
  if (before !== undefined) {
    const index = indexOf(before);
    if (index === -1) return null;
    const head = confirmed.slice(0, index).filter(({ message }) => !pageIds.has(message._id));
    return [...head, ...page, ...rest.slice(head.length)];
  }
  if (confirmed.length === 0) return [...page];
  // The page need not begin with a message of the run: what one has deleted for oneself is in the older of the two only.
  const index = confirmed.findIndex(({ message }) => pageIds.has(message._id));
  return index === -1 ? null : [...confirmed.slice(0, index), ...page, ...rest.slice(index)];
}

/** Of two forms of a message the one that is known to be right for longer; who is deleted stays so. */
function newerEntry(incoming: Entry, known: Entry | undefined): Entry {
  if (!known || incoming === known) return incoming;
  if (known.message.deletedAt !== undefined && incoming.message.deletedAt === undefined) return known;
  if (incoming.version < known.version) return known;
  // The same object as long as nothing changed: its row is not drawn anew.
  const isSame = JSON.stringify(incoming.message) === JSON.stringify(known.message);
  return isSame
    ? incoming.version === known.version
      ? known
      : { ...known, version: incoming.version }
    : incoming;
}

/** By time where times differ, else as they came. A page has the last word. */
function sortByTime(unconfirmed: readonly Entry[]): Entry[] {
  return unconfirmed.toSorted((a, b) => Date.parse(a.message.createdAt) - Date.parse(b.message.createdAt));
}

/** A message as it was stored: an event, or the answer to a send. */
export function withNewMessage(state: ConversationState, message: Message): ConversationState {
  const entries = [...state.confirmed, ...state.unconfirmed];
  if (entries.some((item) => item.message._id === message._id)) return state;
  const quotedId = message.replyTo?._id ?? '';
  const quoted = entries.find((item) => item.message._id === quotedId) ?? state.earlyUpdates.get(quotedId);
  const incoming = { message, version: 0 };
  const entry = newerEntry(
    quoted ? withUpdatedQuote(incoming, quoted) : incoming,
    state.earlyUpdates.get(message._id),
  );
  return { ...state, unconfirmed: [...state.unconfirmed, entry] };
}

/**
 * The run has been followed to its end: what had come by itself before the first question, and is in no page, belongs
 * before the part that is loaded.
 *
 * @param before - what `live` was when the first question was asked.
 */
export function withConfirmedEnd(state: ConversationState, before: readonly Entry[]): ConversationState {
  const ids = new Set(before.map(({ message }) => message._id));
  return { ...state, unconfirmed: state.unconfirmed.filter(({ message }) => !ids.has(message._id)) };
}

/** A changed form of a message, right at least up to a change number. */
function withUpdatedEntry(state: ConversationState, incoming: Entry): ConversationState {
  const id = incoming.message._id;
  const update = (entry: Entry) =>
    entry.message._id === id ? newerEntry(incoming, entry) : withUpdatedQuote(entry, incoming);
  const next = {
    ...state,
    confirmed: state.confirmed.map(update),
    unconfirmed: state.unconfirmed.map(update),
  };
  if ([...state.confirmed, ...state.unconfirmed].some(({ message }) => message._id === id)) return next;
  const earlyUpdates = new Map(state.earlyUpdates);
  earlyUpdates.set(id, newerEntry(incoming, earlyUpdates.get(id)));
  const oldest = earlyUpdates.size > MAX_EARLY_UPDATES ? earlyUpdates.keys().next().value : undefined;
  if (oldest !== undefined) earlyUpdates.delete(oldest);
  return { ...next, earlyUpdates };
}

/** A quote shows what it quotes as it is now: nothing of what was deleted for both. */
function withUpdatedQuote(entry: Entry, { message: quoted }: Entry): Entry {
  const { replyTo } = entry.message;
  if (replyTo?._id !== quoted._id || quoted.deletedAt === undefined || replyTo.isDeleted) return entry;
  const quote = { ...replyTo, text: '', hasImage: false, isDeleted: true };
  return { ...entry, message: { ...entry.message, replyTo: quote } };
}

function withChangeNumber(state: ConversationState, changeNumber: number): ConversationState {
  const isNext = state.isLoaded && changeNumber === state.changeNumber + 1;
  return {
    ...state,
    changeNumber: isNext ? changeNumber : state.changeNumber,
    latestChangeNumber: Math.max(state.latestChangeNumber, changeNumber),
  };
}

/** A message that is stored was changed. */
export function withChanged(
  state: ConversationState,
  message: Message,
  changeNumber: number,
): ConversationState {
  if (state.isLoaded && changeNumber <= state.changeNumber) return state;
  return withChangeNumber(withUpdatedEntry(state, { message, version: changeNumber }), changeNumber);
}

/** One has deleted a message for oneself; without a number it is not acknowledged yet. */
export function withRemoved(
  state: ConversationState,
  messageId: string,
  changeNumber = 0,
): ConversationState {
  const next = { ...state, removed: new Set(state.removed).add(messageId) };
  return withChangeNumber(next, changeNumber);
}

/** The answer to `getMissingChangesStart`. */
export function withChanges(state: ConversationState, since: number, changes: Changes): ConversationState {
  const { messages, removed, changeNumber, hasMore } = changes;
  const next = messages.reduce<ConversationState>(
    (current, message) => withUpdatedEntry(current, { message, version: changeNumber }),
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
    latestChangeNumber: Math.max(state.latestChangeNumber, changeNumber),
    staleFrom: !isCovered ? state.staleFrom : hasMore ? Math.max(since, changeNumber) : null,
  };
}

/** A form that nobody has numbered: what one has just done oneself, until its number is known. */
export function withOptimisticMessage(state: ConversationState, message: Message): ConversationState {
  const entry = [...state.confirmed, ...state.unconfirmed].find((item) => item.message._id === message._id);
  return entry ? withUpdatedEntry(state, { message, version: entry.version }) : state;
}

export function withReceipts(
  state: ConversationState,
  { deliveredUpTo, readUpTo }: Receipts,
): ConversationState {
  const next = {
    ...state,
    deliveredReceipts: addReceipt(state.deliveredReceipts, deliveredUpTo),
    readReceipts: addReceipt(state.readReceipts, readUpTo),
  };
  if (next.deliveredReceipts.size + next.readReceipts.size < MAX_RECEIPTS) return next;
  const loaded = new Set(selectMessages(next).map(({ _id }) => _id));
  const last = selectReceipts(next);
  const prune = (receipts: ReadonlySet<string>, latest: string | undefined) =>
    new Set([...receipts].filter((id) => !loaded.has(id) || id === latest));
  return {
    ...next,
    deliveredReceipts: prune(next.deliveredReceipts, last.deliveredUpTo),
    readReceipts: prune(next.readReceipts, last.readUpTo),
  };
}

/** Beyond so many, those that a later one covers are forgotten. */
const MAX_RECEIPTS = 100;

function addReceipt(receipts: ReadonlySet<string>, id: string | undefined): ReadonlySet<string> {
  return id === undefined || receipts.has(id) ? receipts : new Set(receipts).add(id);
}
