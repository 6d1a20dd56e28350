import type { Changes, Conversation, Message } from '@safarnama/contracts';
import type { PagePosition } from '../../api/message.api.ts';
import {
  type ConversationState,
  type Entry,
  type Receipts,
  selectMessages,
  selectReceipts,
} from './conversation-state.ts';

/*
 * Pure functions that merge new data into the state of a conversation. Pages, changes, events and responses to sends
 * arrive in any order and repeatedly. The resulting list is always the same once the pages after `getLastConfirmedId`
 * and the changes after `getMissingChangesStart` have been merged.
 */

/** Beyond this number, the oldest update is dropped; the page of its message contains it too. */
const MAX_EARLY_UPDATES = 500;
/** At this number, receipts that a later receipt covers are dropped. */
const MAX_RECEIPTS = 100;

/** Merges a page, however late it arrives. */
export function withPage(
  state: ConversationState,
  position: PagePosition,
  page: Conversation,
): ConversationState {
  const { changeNumber = 0 } = page;
  const knownEntries = new Map(
    [...state.confirmed, ...state.unconfirmed].map((entry) => [entry.message._id, entry]),
  );
  const entries = page.messages_between_sender_receiver.map((message) =>
    newerEntry(
      { message, version: changeNumber },
      knownEntries.get(message._id) ?? state.earlyUpdates.get(message._id),
    ),
  );
  const confirmed = joinPage(state.confirmed, position, entries, changeNumber);
  if (confirmed === null) return state;
  const confirmedIds = idsOf(confirmed);
  const isNewest = position.before === undefined && position.after === undefined;
  const isFirst = isNewest && !state.isLoaded;
  const isBehind = !isFirst && changeNumber < state.changeNumber && entries.length > 0;
  return {
    ...state,
    confirmed,
    unconfirmed: state.unconfirmed.filter(({ message }) => !confirmedIds.has(message._id)),
    isLoaded: state.isLoaded || isNewest,
    olderCursor: nextOlderCursor(state, position, page, confirmed[0]),
    changeNumber: isFirst ? changeNumber : state.changeNumber,
    latestChangeNumber: Math.max(state.latestChangeNumber, changeNumber),
    staleFrom: isBehind ? Math.min(changeNumber, state.staleFrom ?? changeNumber) : state.staleFrom,
    deliveredReceipts: addReceipt(state.deliveredReceipts, page.deliveredUpTo),
    readReceipts: addReceipt(state.readReceipts, page.readUpTo),
  };
}

/** Returns the cursor of the loaded page that reaches back furthest. */
function nextOlderCursor(
  { olderCursor }: ConversationState,
  { before, after }: PagePosition,
  { messages_between_sender_receiver: messages, nextCursor }: Conversation,
  oldest: Entry | undefined,
): string | null {
  const oldestId = oldest?.message._id;
  if (after === undefined && (oldestId === messages[0]?._id || oldest === undefined)) return nextCursor;
  return before !== undefined && messages.length === 0 && oldestId === before ? null : olderCursor;
}

/**
 * Joins a page to the confirmed entries. Both are in the server's order and without gaps, except that either lacks the
 * messages that the viewer had deleted for themselves before it was read.
 *
 * @param changeNumber - the number of the last change when the page was read.
 * @returns null when there is a gap between the page and the entries.
 */
function joinPage(
  confirmed: readonly Entry[],
  { before, after }: PagePosition,
  page: readonly Entry[],
  changeNumber: number,
): Entry[] | null {
  const anchorId = after ?? before;
  if (anchorId === undefined && confirmed.length === 0) return [...page];
  const confirmedIds = idsOf(confirmed);
  if (anchorId !== undefined && !confirmedIds.has(anchorId)) return null;
  const pageIds = idsOf(page);
  // For a message that is in both, the page has the newer version.
  const anchor = confirmed.filter(({ message: { _id } }) => _id === anchorId && !pageIds.has(_id));
  const read = after === undefined ? [...page, ...anchor] : [...anchor, ...page];
  const shared = read.filter(({ message }) => confirmedIds.has(message._id));
  if (shared.length === 0) return null;
  const readParts = splitAt(read, confirmedIds);
  return splitAt(confirmed, idsOf(read)).flatMap((confirmedPart, index) => {
    const readPart = readParts[index] ?? [];
    // Entries added by a newer page lie outside the confirmed range. Entries added by an older page have been
    // deleted since, and entries that it lacks lie outside its own range.
    const isNewer = confirmedPart.every(({ version }) => changeNumber > version);
    const isReadFirst = isNewer === (index === 0);
    const parts = isReadFirst ? [...readPart, ...confirmedPart] : [...confirmedPart, ...readPart];
    return [...parts, ...shared.slice(index, index + 1)];
  });
}

function idsOf(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.map(({ message }) => message._id));
}

/** Splits a list at the messages with these ids, which are in none of the parts. */
function splitAt(entries: readonly Entry[], ids: ReadonlySet<string>): Entry[][] {
  const parts: Entry[][] = [[]];
  for (const entry of entries) {
    if (ids.has(entry.message._id)) parts.push([]);
    else parts.at(-1)?.push(entry);
  }
  return parts;
}

/** The newer of two versions of a message; a deletion is never undone. */
function newerEntry(incoming: Entry, known: Entry | undefined): Entry {
  if (!known || incoming === known) return incoming;
  if (known.message.deletedAt !== undefined && incoming.message.deletedAt === undefined) return known;
  if (incoming.version < known.version) return known;
  // Equal content stays the same object, so that its row is not rendered again.
  if (JSON.stringify(incoming.message) !== JSON.stringify(known.message)) return incoming;
  return incoming.version === known.version ? known : { ...known, version: incoming.version };
}

/** Adds a newly stored message from an event or from the response to a send. */
export function withNewMessage(state: ConversationState, message: Message): ConversationState {
  const entries = [...state.confirmed, ...state.unconfirmed];
  if (entries.some((entry) => entry.message._id === message._id)) return state;
  const quotedId = message.replyTo?._id ?? '';
  const quoted = entries.find((entry) => entry.message._id === quotedId) ?? state.earlyUpdates.get(quotedId);
  const incoming = { message, version: 0 };
  const entry = newerEntry(
    quoted ? withUpdatedQuote(incoming, quoted) : incoming,
    state.earlyUpdates.get(message._id),
  );
  return { ...state, unconfirmed: [...state.unconfirmed, entry] };
}

/**
 * Call when the newest page has been reached. Removes messages that were unconfirmed before the first request and are
 * on no page: they are older than the loaded part.
 *
 * @param before - `unconfirmed` at the time of the first request.
 */
export function withConfirmedEnd(state: ConversationState, before: readonly Entry[]): ConversationState {
  const ids = new Set(before.map(({ message }) => message._id));
  return { ...state, unconfirmed: state.unconfirmed.filter(({ message }) => !ids.has(message._id)) };
}

/** Merges a version of a message, in the list or among the early updates. */
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

/** Empties the quote in `entry` if its message was deleted for both users. */
function withUpdatedQuote(entry: Entry, { message: quoted }: Entry): Entry {
  const { replyTo } = entry.message;
  if (replyTo?._id !== quoted._id || quoted.deletedAt === undefined || replyTo.isDeleted) return entry;
  const { image: _image, hasPost: _hasPost, ...rest } = replyTo;
  const quote = { ...rest, text: '', hasImage: false, isDeleted: true };
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

/** Merges the event of a changed message. */
export function withChanged(
  state: ConversationState,
  message: Message,
  changeNumber: number,
): ConversationState {
  if (state.isLoaded && changeNumber <= state.changeNumber) return state;
  return withChangeNumber(withUpdatedEntry(state, { message, version: changeNumber }), changeNumber);
}

/**
 * Hides a message that the viewer has deleted for themselves; `changeNumber` is 0 until the server has confirmed the
 * deletion.
 */
export function withRemoved(
  state: ConversationState,
  messageId: string,
  changeNumber = 0,
): ConversationState {
  const next = { ...state, removed: new Set(state.removed).add(messageId) };
  return withChangeNumber(next, changeNumber);
}

/** Merges the response to a request for the changes after `since`. */
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

/** Shows the viewer's own change of a message before the server has numbered it. */
export function withOptimisticMessage(state: ConversationState, message: Message): ConversationState {
  const known = [...state.confirmed, ...state.unconfirmed].find((entry) => entry.message._id === message._id);
  return known ? withUpdatedEntry(state, { message, version: known.version }) : state;
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

function addReceipt(receipts: ReadonlySet<string>, id: string | undefined): ReadonlySet<string> {
  return id === undefined || receipts.has(id) ? receipts : new Set(receipts).add(id);
}
