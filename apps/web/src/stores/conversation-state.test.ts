import type { Changes, Conversation, Message } from '@safarnama/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildConversation, buildId, buildMessage } from '../testing/factories.ts';
import {
  type ConversationState,
  EMPTY_CONVERSATION,
  endOfRun,
  isOrderOpen,
  marksOf,
  messagesOf,
  missingChangesFrom,
  type PagePlace,
  withChanged,
  withChanges,
  withEndReached,
  withMarks,
  withOwnForm,
  withPage,
  withRemoved,
  withStored,
} from './conversation-state.ts';

const ME = buildId();
const OTHER = buildId();
const PAGE = 4;

/** The server's side of a conversation, as one of its two people sees it. */
function createServer() {
  const log: Message[] = [];
  const changes: ({ message: string } | { removed: string })[] = [];
  const removed = new Set<string>();
  let delivered = -1;

  const seen = () => log.filter(({ _id }) => !removed.has(_id));
  /** What one has deleted for oneself is no place for a mark. */
  const deliveredUpTo = () =>
    log.slice(0, delivered + 1).findLast(({ _id, senderId }) => senderId === ME && !removed.has(_id))?._id;
  return {
    seen,
    delivered: deliveredUpTo,
    write(senderId: string, clock: number): Message {
      const receiverId = senderId === ME ? OTHER : ME;
      // The clocks of two processes: nothing may be ordered by them.
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
      const place = at % Math.max(1, log.length);
      const message = log[place];
      if (!message || message.deletedAt !== undefined) return null;
      const changed: Message = { ...message, reactions: [{ userId: OTHER, emoji }] };
      log[place] = changed;
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
    page({ before, after }: PagePlace): Conversation {
      const list = log.filter(({ _id }) => !removed.has(_id));
      const placeOf = (id: string | undefined) => log.findIndex(({ _id }) => _id === id);
      const from = list.filter((message) => log.indexOf(message) > placeOf(after));
      const to = list.filter((message) => log.indexOf(message) < placeOf(before));
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
/** What is on its way to the client, to arrive in any order, more than once, or never. */
type Parcel = (state: ConversationState) => ConversationState;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...['mine', 'theirs', 'theirs', 'late', 'react', 'delete', 'remove', 'mark'],
      ...[
        'newest',
        'older',
        'after',
        'changes',
        'arrive',
        'arrive',
        'arrive',
        'arrive',
        'twice',
        'lose',
        'settle',
      ],
    ),
    at: fc.nat(40),
  }),
  { minLength: 5, maxLength: 40 },
);

/** Follows the run and the changes to their end, as on every connect. */
function catchUp(state: ConversationState, server: ReturnType<typeof createServer>): ConversationState {
  const { live } = state;
  let next = state;
  let after = endOfRun(next);
  if (after === null) next = withPage(next, {}, server.page({}));
  while (after !== null) {
    const page = server.page({ after });
    next = withPage(next, { after }, page);
    after = page.nextCursor;
  }
  next = withEndReached(next, live);
  for (let since = missingChangesFrom(next); since !== null; since = missingChangesFrom(next)) {
    next = withChanges(next, since, server.changes(since));
  }
  return next;
}

/** Lives through the steps, then connects anew and reads everything. */
function live(all: readonly Step[]) {
  const server = createServer();
  const parcels: Parcel[] = [];
  let state = EMPTY_CONVERSATION;
  let clock = 0;
  const later = (parcel: Parcel) => parcels.push(parcel);
  for (const { kind, at } of all) {
    clock += kind === 'late' ? 3 : 0;
    if (kind === 'mine' || kind === 'theirs' || kind === 'late') {
      const message = server.write(kind === 'mine' ? ME : OTHER, clock);
      later((now) => withStored(now, message));
    } else if (kind === 'react' || kind === 'delete') {
      const change = kind === 'react' ? server.react(at, at % 2 ? '👍' : '🙏') : server.deleteForBoth(at);
      if (change) later((now) => withChanged(now, change.message, change.changeNumber));
    } else if (kind === 'remove') {
      const removal = server.remove(at);
      if (removal) later((now) => withRemoved(now, removal.messageId, removal.changeNumber));
    } else if (kind === 'mark') {
      const deliveredUpTo = server.deliver();
      if (deliveredUpTo) later((now) => withMarks(now, { deliveredUpTo }));
    } else if (kind === 'changes') {
      const since = missingChangesFrom(state);
      if (since === null) continue;
      const changes = server.changes(since);
      later((now) => withChanges(now, since, changes));
    } else if (kind === 'arrive' || kind === 'twice') {
      const [parcel] = parcels.length > 0 ? parcels.splice(at % parcels.length, 1) : [];
      if (parcel) state = parcel(state);
      if (parcel && kind === 'twice') later(parcel);
    } else if (kind === 'lose') {
      if (parcels.length > 0) parcels.splice(at % parcels.length, 1);
    } else if (kind === 'settle') {
      state = catchUp(state, server);
    } else {
      const end = endOfRun(state);
      const before = state.olderCursor;
      const place =
        kind === 'older' && before !== null
          ? { before }
          : kind === 'after' && end !== null
            ? { after: end }
            : {};
      const page = server.page(place);
      later((now) => withPage(now, place, page));
    }
  }
  for (const parcel of parcels) state = parcel(state);
  state = catchUp(state, server);
  while (state.olderCursor !== null) {
    const place = { before: state.olderCursor };
    state = withPage(state, place, server.page(place));
  }
  return { state: catchUp(state, server), server };
}

describe('what is known of a conversation', () => {
  it('10,000 random interleavings: leave the list of the server, whatever overtakes, comes twice or is lost', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { state, server } = live(all);

        expect(messagesOf(state)).toEqual(server.seen());
        const own = (until: string | undefined) => {
          const end = server.seen().findIndex(({ _id }) => _id === until);
          return server.seen().filter(({ senderId }, index) => senderId === ME && index <= end);
        };
        expect(own(marksOf(state).deliveredUpTo)).toEqual(own(server.delivered()));
      }),
      { numRuns: 10_000 },
    );
  }, 60_000);
});

describe('between two questions', () => {
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

  it('what comes by itself: stands behind the pages, by its time, once', () => {
    const state = withStored(withStored(withStored(loaded([a]), c), b), b);

    expect(messagesOf(state)).toEqual([a, b, c]);
    expect(isOrderOpen(state)).toBe(true);
    expect(isOrderOpen(withStored(loaded([a]), b))).toBe(false);
  });

  it('a page against the clocks: has the last word', () => {
    const state = withPage(
      withStored(withStored(loaded([a]), b), c),
      { after: a._id },
      buildConversation([c, b]),
    );

    expect(messagesOf(state)).toEqual([a, c, b]);
    expect(isOrderOpen(state)).toBe(false);
  });

  it('a late newest page that begins with what one has deleted meanwhile: leaves what is before it where it is', () => {
    const late = buildConversation([b, c, d], b._id);
    const state = withPage(withRemoved(loaded([a, c, d]), b._id), {}, late);

    expect(messagesOf(state)).toEqual([a, c, d]);
    expect(endOfRun(state)).toBe(d._id);
    expect(state.olderCursor).toBeNull();
  });

  it('the old message of a repeated send: goes when the end was reached without it', () => {
    const state = withStored(loaded([c, d]), a);

    expect(messagesOf(withEndReached(state, state.live))).toEqual([c, d]);
  });

  it('a change that was missed: is asked for, the next one is not', () => {
    const changed: Message = { ...a, reactions: [{ userId: OTHER, emoji: '🙏' }] };
    const state = loaded([a], { changeNumber: 4 });

    expect(missingChangesFrom(withChanged(state, changed, 5))).toBeNull();
    expect(missingChangesFrom(withChanged(state, changed, 6))).toBe(4);
    expect(messagesOf(withChanged(state, changed, 6))).toEqual([changed]);
    expect(messagesOf(withChanged(state, changed, 4))).toEqual([a]);
  });

  it('what is deleted for both: is deleted in its quotes too', () => {
    const quote = { _id: a._id, senderId: OTHER, text: a.text, hasImage: false, isDeleted: false };
    const answer = at(2, ME, { replyTo: quote });
    const state = withChanged(loaded([a, answer]), { ...a, text: '', deletedAt: a.createdAt }, 1);

    expect(messagesOf(state)[1]?.replyTo).toEqual({ ...quote, text: '', isDeleted: true });
  });

  it('a quote whose message is not loaded, or that comes after the deletion: is emptied, too', () => {
    const quote = { _id: a._id, senderId: OTHER, text: a.text, hasImage: true, isDeleted: false };
    const emptied = { ...quote, text: '', hasImage: false, isDeleted: true };
    const deleted = { ...a, text: '', deletedAt: a.createdAt };
    const [before, after] = [at(2, ME, { replyTo: quote }), at(3, ME, { replyTo: quote })];

    const ahead = withChanged(loaded([before]), deleted, 1);
    const known = withChanged(loaded([a, before]), deleted, 1);

    for (const state of [ahead, known]) {
      const quotes = messagesOf(withStored(state, after)).flatMap(({ replyTo }) => replyTo ?? []);
      expect(quotes).toEqual([emptied, emptied]);
    }
  });

  it('equal messages of a later page: stay the same objects, so that their rows are not drawn anew', () => {
    const state = loaded([a, b]);
    const again = withPage(state, {}, buildConversation([{ ...a }, { ...b }, c], null, { changeNumber: 3 }));

    expect(messagesOf(again)[0]).toBe(a);
    expect(messagesOf(again)).toEqual([a, b, c]);
  });

  it('one’s own reaction: shows before its number is known', () => {
    const mine: Message = { ...a, reactions: [{ userId: ME, emoji: '👍' }] };

    expect(messagesOf(withOwnForm(loaded([a]), mine))).toEqual([mine]);
    expect(messagesOf(withOwnForm(loaded([a]), b))).toEqual([a]);
  });

  it('marks: the latest counts, also when it comes before its message or an older one after it', () => {
    const state = withMarks(withMarks(loaded([a, c]), { readUpTo: c._id }), { readUpTo: a._id });
    expect(marksOf(state)).toEqual({ readUpTo: c._id });

    const early = withMarks(state, { deliveredUpTo: d._id });
    expect(marksOf(early)).toEqual({ readUpTo: c._id });
    expect(marksOf(withStored(early, d))).toEqual({ readUpTo: c._id, deliveredUpTo: d._id });
  });

  it('the message of a mark is deleted for oneself: what comes before it stays read', () => {
    const state = withRemoved(withMarks(loaded([a, b, c]), { readUpTo: c._id }), c._id);

    expect(messagesOf(state)).toEqual([a, b]);
    expect(marksOf(state)).toEqual({ readUpTo: b._id });
    expect(marksOf(withRemoved(withRemoved(state, b._id), a._id))).toEqual({});
  });

  it('hundreds of marks: are not all kept', () => {
    const many = Array.from({ length: 300 }, (_, index) => at(index % 60, ME));
    const state = many.reduce(
      (now, { _id }) => withMarks(now, { deliveredUpTo: _id, readUpTo: _id }),
      loaded(many),
    );

    expect(marksOf(state)).toEqual({ deliveredUpTo: many.at(-1)?._id, readUpTo: many.at(-1)?._id });
    expect(state.readMarks.size).toBeLessThan(110);
  });
});
