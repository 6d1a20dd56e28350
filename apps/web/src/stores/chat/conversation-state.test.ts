import type { Changes, Conversation, Message } from '@safarnama/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PagePosition } from '../../api/message.api.ts';
import { buildConversation, buildId, buildMessage } from '../../testing/factories.ts';
import {
  withChanged,
  withChanges,
  withConfirmedEnd,
  withNewMessage,
  withOptimisticMessage,
  withPage,
  withReceipts,
  withRemoved,
} from './conversation-merge.ts';
import {
  type ConversationState,
  EMPTY_CONVERSATION,
  getLastConfirmedId,
  getMissingChangesStart,
  isOrderUncertain,
  selectMessages,
  selectReceipts,
} from './conversation-state.ts';

const ME = buildId();
const OTHER = buildId();
const PAGE = 4;

/** A model of the server's side of a conversation, as one of the two users sees it. */
function createServer() {
  const log: Message[] = [];
  const changes: ({ message: string } | { removed: string })[] = [];
  const removed = new Set<string>();
  let delivered = -1;

  const seen = () => log.filter(({ _id }) => !removed.has(_id));
  /** A receipt never refers to a message that the viewer has deleted. */
  const deliveredUpTo = () =>
    log.slice(0, delivered + 1).findLast(({ _id, senderId }) => senderId === ME && !removed.has(_id))?._id;
  return {
    seen,
    delivered: deliveredUpTo,
    write(senderId: string, clock: number): Message {
      const receiverId = senderId === ME ? OTHER : ME;
      // Two processes have different clocks, so times must not decide the order.
      const createdAt = new Date(Date.UTC(2026, 2, 1, 10, 0, 50 - clock)).toISOString();
      const message = buildMessage({ senderId, receiverId, createdAt, text: `पत्र ${log.length}` });
      log.push(message);
      return message;
    },
    deleteForBoth(at: number): { message: Message; changeNumber: number } | null {
      const message = log[at % Math.max(1, log.length)];
      if (!message) return null;
      const tombstone = { ...message, text: '', deletedAt: '2026-03-01T12:00:00.000Z' };
      log[log.indexOf(message)] = tombstone;
      changes.push({ message: message._id });
      return { message: tombstone, changeNumber: changes.length };
    },
    react(at: number, emoji: '👍' | '🙏'): { message: Message; changeNumber: number } | null {
      const index = at % Math.max(1, log.length);
      const message = log[index];
      if (!message || message.deletedAt !== undefined) return null;
      const changed: Message = { ...message, reactions: [{ userId: OTHER, emoji }] };
      log[index] = changed;
      changes.push({ message: message._id });
      return { message: changed, changeNumber: changes.length };
    },
    remove(at: number): { messageId: string; changeNumber: number } | null {
      const message = log[at % Math.max(1, log.length)];
      if (!message || removed.has(message._id)) return null;
      removed.add(message._id);
      changes.push({ removed: message._id });
      return { messageId: message._id, changeNumber: changes.length };
    },
    deliver(): string | null {
      delivered = log.findLastIndex(({ senderId }) => senderId === ME);
      return deliveredUpTo() ?? null;
    },
    page({ before, after }: PagePosition): Conversation {
      const list = log.filter(({ _id }) => !removed.has(_id));
      const indexOf = (id: string | undefined) => log.findIndex(({ _id }) => _id === id);
      const from = list.filter((message) => log.indexOf(message) > indexOf(after));
      const to = list.filter((message) => log.indexOf(message) < indexOf(before));
      const part =
        after !== undefined ? from.slice(0, PAGE) : (before !== undefined ? to : list).slice(-PAGE);
      const hasMore = part.length < (after !== undefined ? from : before !== undefined ? to : list).length;
      const upTo = deliveredUpTo();
      return buildConversation(
        part,
        hasMore ? ((after !== undefined ? part.at(-1) : part[0])?._id ?? null) : null,
        { changeNumber: changes.length, ...(upTo && { deliveredUpTo: upTo }) },
      );
    },
    changes(since: number): Changes {
      const part = changes.slice(since, since + 2);
      const ids = new Set(part.flatMap((change) => ('message' in change ? [change.message] : [])));
      return {
        messages: log.filter(({ _id }) => ids.has(_id)),
        removed: part.flatMap((change) => ('removed' in change ? [change.removed] : [])),
        changeNumber: since + part.length,
        hasMore: since + part.length < changes.length,
      };
    },
  };
}

type Step = { kind: string; at: number };
/** A delivery to the client, which may arrive in any order, repeatedly or never. */
type Delivery = (state: ConversationState) => ConversationState;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...['mine', 'theirs', 'theirs', 'late', 'react', 'delete', 'remove', 'receipt'],
      ...[
        'newest',
        'older',
        'after',
        'changes',
        'arrive',
        'arrive',
        'arrive',
        'arrive',
        'repeat',
        'lose',
        'catchUp',
      ],
    ),
    at: fc.nat(40),
  }),
  { minLength: 5, maxLength: 40 },
);

/** Loads all new pages and changes, as on every connect. */
function catchUp(state: ConversationState, server: ReturnType<typeof createServer>): ConversationState {
  const { unconfirmed } = state;
  let next = state;
  let after = getLastConfirmedId(next);
  if (after === null) next = withPage(next, {}, server.page({}));
  while (after !== null) {
    const page = server.page({ after });
    next = withPage(next, { after }, page);
    after = page.nextCursor;
  }
  next = withConfirmedEnd(next, unconfirmed);
  for (let since = getMissingChangesStart(next); since !== null; since = getMissingChangesStart(next)) {
    next = withChanges(next, since, server.changes(since));
  }
  return next;
}

/** Runs the steps, then reconnects and loads everything. */
function runSteps(all: readonly Step[]) {
  const server = createServer();
  const deliveries: Delivery[] = [];
  let state = EMPTY_CONVERSATION;
  let clock = 0;
  const enqueue = (delivery: Delivery) => deliveries.push(delivery);
  for (const { kind, at } of all) {
    clock += kind === 'late' ? 3 : 0;
    if (kind === 'mine' || kind === 'theirs' || kind === 'late') {
      const message = server.write(kind === 'mine' ? ME : OTHER, clock);
      enqueue((now) => withNewMessage(now, message));
    } else if (kind === 'react' || kind === 'delete') {
      const change = kind === 'react' ? server.react(at, at % 2 ? '👍' : '🙏') : server.deleteForBoth(at);
      if (change) enqueue((now) => withChanged(now, change.message, change.changeNumber));
    } else if (kind === 'remove') {
      const removal = server.remove(at);
      if (removal) enqueue((now) => withRemoved(now, removal.messageId, removal.changeNumber));
    } else if (kind === 'receipt') {
      const deliveredUpTo = server.deliver();
      if (deliveredUpTo) enqueue((now) => withReceipts(now, { deliveredUpTo }));
    } else if (kind === 'changes') {
      const since = getMissingChangesStart(state);
      if (since === null) continue;
      const changes = server.changes(since);
      enqueue((now) => withChanges(now, since, changes));
    } else if (kind === 'arrive' || kind === 'repeat') {
      const [delivery] = deliveries.length > 0 ? deliveries.splice(at % deliveries.length, 1) : [];
      if (delivery) state = delivery(state);
      if (delivery && kind === 'repeat') enqueue(delivery);
    } else if (kind === 'lose') {
      if (deliveries.length > 0) deliveries.splice(at % deliveries.length, 1);
    } else if (kind === 'catchUp') {
      state = catchUp(state, server);
    } else {
      const end = getLastConfirmedId(state);
      const before = state.olderCursor;
      const position =
        kind === 'older' && before !== null
          ? { before }
          : kind === 'after' && end !== null
            ? { after: end }
            : {};
      const page = server.page(position);
      enqueue((now) => withPage(now, position, page));
    }
  }
  for (const delivery of deliveries) state = delivery(state);
  state = catchUp(state, server);
  while (state.olderCursor !== null) {
    const position = { before: state.olderCursor };
    state = withPage(state, position, server.page(position));
  }
  return { state: catchUp(state, server), server };
}

/** Like `toEqual`, which is slow for thousands of lists that are nearly always equal as JSON. */
function expectEqual(actual: readonly Message[], expected: readonly Message[]): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}

describe('conversation state', () => {
  it('with 10,000 random interleavings: results in the server’s list, even if deliveries are reordered, repeated or lost', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { state, server } = runSteps(all);

        expectEqual(selectMessages(state), server.seen());
        const ownUpTo = (id: string | undefined) => {
          const end = server.seen().findIndex(({ _id }) => _id === id);
          return server.seen().filter(({ senderId }, index) => senderId === ME && index <= end);
        };
        expectEqual(ownUpTo(selectReceipts(state).deliveredUpTo), ownUpTo(server.delivered()));
      }),
      { numRuns: 10_000 },
    );
  }, 60_000);
});

describe('merging', () => {
  const at = (minute: number, senderId = OTHER, overrides: Partial<Message> = {}) =>
    buildMessage({
      senderId,
      receiverId: senderId === ME ? OTHER : ME,
      createdAt: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString(),
      ...overrides,
    });
  const [a, b, c, d] = [at(1), at(2), at(3, ME), at(4)];
  const loaded = (messages: Message[], overrides: Partial<Conversation> = {}) =>
    withPage(EMPTY_CONVERSATION, {}, buildConversation(messages, null, overrides));

  it('events: add their messages after the pages, by time, each once', () => {
    const state = withNewMessage(withNewMessage(withNewMessage(loaded([a]), c), b), b);

    expect(selectMessages(state)).toEqual([a, b, c]);
    expect(isOrderUncertain(state)).toBe(true);
    expect(isOrderUncertain(withNewMessage(loaded([a]), b))).toBe(false);
  });

  it('events of one sender: have an uncertain order only if their times contradict their arrival', () => {
    expect(isOrderUncertain(withNewMessage(withNewMessage(loaded([a]), b), d))).toBe(false);
    expect(isOrderUncertain(withNewMessage(withNewMessage(loaded([a]), d), b))).toBe(true);
  });

  it('a page in which times contradict the order: takes its order', () => {
    const state = withPage(
      withNewMessage(withNewMessage(loaded([a]), b), c),
      { after: a._id },
      buildConversation([c, b]),
    );

    expect(selectMessages(state)).toEqual([a, c, b]);
    expect(isOrderUncertain(state)).toBe(false);
  });

  it('a late newest page that begins with a message that has been deleted since: leaves earlier messages in place', () => {
    const late = buildConversation([b, c, d], b._id);
    const state = withPage(withRemoved(loaded([a, c, d]), b._id), {}, late);

    expect(selectMessages(state)).toEqual([a, c, d]);
    expect(getLastConfirmedId(state)).toBe(d._id);
    expect(state.olderCursor).toBeNull();
  });

  it('pages before and after a deletion, in any order: do not move the receipt to messages after the deleted one', () => {
    const [first, deleted, later] = [at(1, ME), at(2, ME), at(3, ME)];
    const older = buildConversation([first, deleted], null, { deliveredUpTo: deleted._id });
    const newer = buildConversation([first, later], null, { changeNumber: 1, deliveredUpTo: first._id });
    for (const pages of [
      [older, newer],
      [newer, older],
      [newer, older, newer],
      [older, newer, older],
    ]) {
      const merged = pages.reduce((state, page) => withPage(state, {}, page), EMPTY_CONVERSATION);
      const state = withRemoved(merged, deleted._id, 1);

      expect(selectMessages(state)).toEqual([first, later]);
      expect(selectReceipts(state).deliveredUpTo).toBe(first._id);
    }
  });

  it('reaching the end without the old message that a repeated send returned: removes that message', () => {
    const state = withNewMessage(loaded([c, d]), a);

    expect(selectMessages(withConfirmedEnd(state, state.unconfirmed))).toEqual([c, d]);
  });

  it('a change after a gap: requests the missing changes; a change without a gap requests none', () => {
    const changed: Message = { ...a, reactions: [{ userId: OTHER, emoji: '🙏' }] };
    const state = loaded([a], { changeNumber: 4 });

    expect(getMissingChangesStart(withChanged(state, changed, 5))).toBeNull();
    expect(getMissingChangesStart(withChanged(state, changed, 6))).toBe(4);
    expect(selectMessages(withChanged(state, changed, 6))).toEqual([changed]);
    expect(selectMessages(withChanged(state, changed, 4))).toEqual([a]);
  });

  it('a deletion for both users: empties the quotes of the message', () => {
    const quote = { _id: a._id, senderId: OTHER, text: a.text, hasImage: false, isDeleted: false };
    const reply = at(2, ME, { replyTo: quote });
    const state = withChanged(loaded([a, reply]), { ...a, text: '', deletedAt: a.createdAt }, 1);

    expect(selectMessages(state)[1]?.replyTo).toEqual({ ...quote, text: '', isDeleted: true });
  });

  it('a quote of a message that is not loaded, or was deleted before the quote: is emptied too', () => {
    const quote = { _id: a._id, senderId: OTHER, text: a.text, hasImage: true, isDeleted: false };
    const emptied = { ...quote, text: '', hasImage: false, isDeleted: true };
    const deleted = { ...a, text: '', deletedAt: a.createdAt };
    const [before, after] = [at(2, ME, { replyTo: quote }), at(3, ME, { replyTo: quote })];

    const ahead = withChanged(loaded([before]), deleted, 1);
    const known = withChanged(loaded([a, before]), deleted, 1);

    for (const state of [ahead, known]) {
      const quotes = selectMessages(withNewMessage(state, after)).flatMap(({ replyTo }) => replyTo ?? []);
      expect(quotes).toEqual([emptied, emptied]);
    }
  });

  it('equal messages in a later page: keep the same objects, so that their rows do not render again', () => {
    const state = loaded([a, b]);
    const again = withPage(state, {}, buildConversation([{ ...a }, { ...b }, c], null, { changeNumber: 3 }));

    expect(selectMessages(again)[0]).toBe(a);
    expect(selectMessages(again)).toEqual([a, b, c]);
  });

  it('an optimistic reaction: shows before its change number is known', () => {
    const mine: Message = { ...a, reactions: [{ userId: ME, emoji: '👍' }] };

    expect(selectMessages(withOptimisticMessage(loaded([a]), mine))).toEqual([mine]);
    expect(selectMessages(withOptimisticMessage(loaded([a]), b))).toEqual([a]);
  });

  it('receipts: use the latest, even when it arrives before its message or before an older receipt', () => {
    const state = withReceipts(withReceipts(loaded([a, c]), { readUpTo: c._id }), { readUpTo: a._id });
    expect(selectReceipts(state)).toEqual({ readUpTo: c._id });

    const early = withReceipts(state, { deliveredUpTo: d._id });
    expect(selectReceipts(early)).toEqual({ readUpTo: c._id });
    expect(selectReceipts(withNewMessage(early, d))).toEqual({ readUpTo: c._id, deliveredUpTo: d._id });
  });

  it('deleting the message of a receipt: moves the receipt to the message before it', () => {
    const state = withRemoved(withReceipts(loaded([a, b, c]), { readUpTo: c._id }), c._id);

    expect(selectMessages(state)).toEqual([a, b]);
    expect(selectReceipts(state)).toEqual({ readUpTo: b._id });
    expect(selectReceipts(withRemoved(withRemoved(state, b._id), a._id))).toEqual({});
  });

  it('hundreds of receipts: are dropped if a later receipt covers them', () => {
    const many = Array.from({ length: 300 }, (_, index) => at(index % 60, ME));
    const state = many.reduce(
      (now, { _id }) => withReceipts(now, { deliveredUpTo: _id, readUpTo: _id }),
      loaded(many),
    );

    expect(selectReceipts(state)).toEqual({ deliveredUpTo: many.at(-1)?._id, readUpTo: many.at(-1)?._id });
    expect(state.readReceipts.size).toBeLessThan(110);
  });
});
