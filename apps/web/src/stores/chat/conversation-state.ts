import type { Message } from '@safarnama/contracts';

/*
 * The known state of one conversation; conversation-merge.ts merges new data into it.
 *
 * The server defines the order of a conversation, and only its pages show it. So the state has two lists of messages:
 * the confirmed messages come from pages and are in the server's order without a gap; the unconfirmed ones come from
 * events and sends, and a later page confirms their position.
 */

/** A message in its latest known version. */
export interface Entry {
  message: Message;
  /** The change number up to which this version is known to be current; 0 for the message as it was first stored. */
  version: number;
}

export interface ConversationState {
  /** In the server's order, without a gap. */
  confirmed: readonly Entry[];
  /** Not in any page yet, in the order of arrival. */
  unconfirmed: readonly Entry[];
  /** The newest page has been merged. */
  isLoaded: boolean;
  /** Id of the message before which older pages begin; null when the beginning is loaded. */
  olderCursor: string | null;
  /** Every change up to this number has been merged. */
  changeNumber: number;
  /** The highest change number that is known to exist. */
  latestChangeNumber: number;
  /** A page was older than `changeNumber`: its messages lack the changes after this number. */
  staleFrom: number | null;
  /**
   * Ids of messages deleted for the viewer. They are never shown, but stay in the lists, because pages are requested by
   * their ids.
   */
  removed: ReadonlySet<string>;
  /** Updates of messages that are not in the list (yet). */
  earlyUpdates: ReadonlyMap<string, Entry>;
  /** Ids of the messages of all receipts that can still become the latest. */
  deliveredReceipts: ReadonlySet<string>;
  readReceipts: ReadonlySet<string>;
}

/** Ids of the viewer's last loaded messages that the other user has received and read. */
export interface Receipts {
  deliveredUpTo?: string;
  readUpTo?: string;
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

/** With more unconfirmed messages, the next request for new pages would fetch too many of them again. */
const MAX_UNCONFIRMED = 20;

/** Returns the messages to show, oldest first, each once. */
export function selectMessages({ confirmed, unconfirmed, removed }: ConversationState): Message[] {
  return [...confirmed, ...sortByTime(unconfirmed)].flatMap(({ message }) =>
    removed.has(message._id) ? [] : [message],
  );
}

/** Returns the latest receipts. A receipt of a message that the viewer has deleted moves to the message before it. */
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
    let index = [...receipts].reduce((last, id) => Math.max(last, indexById.get(id) ?? -1), -1);
    while (index >= 0 && removed.has(ids[index] ?? '')) index -= 1;
    return ids[index];
  };
  const deliveredUpTo = findLast(deliveredReceipts);
  const readUpTo = findLast(readReceipts);
  return { ...(deliveredUpTo && { deliveredUpTo }), ...(readUpTo && { readUpTo }) };
}

/** Returns the id of the message after which the next page is requested; null when no message is confirmed. */
export function getLastConfirmedId({ confirmed }: ConversationState): string | null {
  return confirmed.at(-1)?.message._id ?? null;
}

/** Returns the change number after which changes must be requested; null when none are missing. */
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
 * True if the order must be requested: of messages of both users, of messages whose times contradict their arrival
 * (the clocks of two processes differ), or of many messages.
 */
export function isOrderUncertain({ unconfirmed }: ConversationState): boolean {
  return (
    unconfirmed.length >= MAX_UNCONFIRMED ||
    new Set(unconfirmed.map(({ message }) => message.senderId)).size > 1 ||
    sortByTime(unconfirmed).some((entry, index) => entry !== unconfirmed[index])
  );
}

/** Sorts by time, and in the order of arrival where times are equal. */
function sortByTime(unconfirmed: readonly Entry[]): Entry[] {
  return unconfirmed.toSorted((a, b) => Date.parse(a.message.createdAt) - Date.parse(b.message.createdAt));
}

export function isSameList(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}

export function isSameReceipts(a: Receipts, b: Receipts): boolean {
  return a.deliveredUpTo === b.deliveredUpTo && a.readUpTo === b.readUpTo;
}
