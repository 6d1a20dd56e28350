import type { Contact, ContactListQuery, Message, PublicUser } from '@safarnama/contracts';
import mongoose from 'mongoose';
import {
  type DatePlace,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  requireId,
  requireTime,
} from '../http/cursor.js';
import { afterPlace, cutPage } from '../http/keyset-page.js';
import type { NamePlace, UserService } from '../user/user.service.js';
import type { BlockService } from './block.service.js';
import { type ConversationDoc, ConversationModel } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';
import { otherIdOf, presentMarks, type ReadingService } from './reading.service.js';

const PLAIN_LENGTH = 200;
/** Rows read at a time where some of them are left out. */
const BATCH = 200;

/** A place in the list: among the conversations (latest first), then among the others (by name). */
type Place = ({ part: 'talks' } & DatePlace) | ({ part: 'names' } & NamePlace);

function encodePlace(place: Place): string {
  return place.part === 'talks'
    ? encodeCursor(['t', place.value.getTime(), place.id])
    : encodeCursor(['n', place.value, place.id]);
}

function decodePlace(cursor: string): Place {
  const [part, value, rawId] = decodeCursor(cursor);
  const id = requireId(rawId);
  if (part === 't') return { part: 'talks', value: requireTime(value), id };
  if (part === 'n' && typeof value === 'string') return { part: 'names', value, id };
  throw invalidCursor();
}

interface Row {
  contact: Contact;
  place: Place;
}

/** A conversation, and the other one of its two people. */
interface Talk {
  talk: ConversationDoc;
  user: PublicUser;
}

interface ContactDeps {
  users: UserService;
  blocks: Pick<BlockService, 'blockedAmong'>;
  reading: Pick<ReadingService, 'countUnread'>;
  presenter: MessagePresenter;
}

/** The people one can write to. */
export function createContactService({ users, blocks, reading, presenter }: ContactDeps) {
  /** The newest messages of conversations that one has not deleted for oneself, by conversation. */
  async function loadLastMessages(
    userId: string,
    talks: readonly ConversationDoc[],
  ): Promise<Map<string, Message>> {
    const ids = talks.map(({ lastMessageId }) => lastMessageId);
    const found = await MessageModel.find({
      _id: mongoose.trusted({ $in: ids }),
      ...visibleTo(userId),
    }).lean<MessageDoc[]>();
    const shown = new Set(found.map(({ conversation }) => conversation));
    const earlier = await Promise.all(
      talks
        .filter(({ key }) => !shown.has(key))
        .map(({ key }) =>
          MessageModel.findOne({ conversation: key, ...visibleTo(userId) })
            .sort({ seq: -1 })
            .lean<MessageDoc>(),
        ),
    );
    const last = [...found, ...earlier.filter((message) => message !== null)];
    const presented = await presenter.present(last);
    return new Map(
      last.flatMap(({ conversation }, index) => {
        const message = presented[index];
        return message ? [[conversation, message]] : [];
      }),
    );
  }

  /** What belongs to the conversations of one's contacts, and whom of them one has blocked. */
  async function presentTalks(userId: string, found: readonly Talk[]): Promise<Row[]> {
    const talks = found.map(({ talk }) => talk);
    const [lastMessages, unread, blocked] = await Promise.all([
      loadLastMessages(userId, talks),
      reading.countUnread(userId, talks),
      blocks.blockedAmong(
        userId,
        found.map(({ user }) => user._id),
      ),
    ]);
    return found.map(({ talk, user }) => {
      const lastMessage = lastMessages.get(talk.key);
      const contact = {
        ...user,
        ...(lastMessage ? { lastMessage } : {}),
        unreadCount: unread.get(talk.key) ?? 0,
        ...presentMarks(talk, userId),
        isBlocked: blocked.has(user._id),
      };
      return {
        contact,
        place: { part: 'talks', value: talk.lastMessageAt, id: talk._id.toHexString() },
      };
    });
  }

  /** Conversations after a place, latest first, of people whose names match. */
  async function talks(userId: string, q: string, after: Place | null, limit: number): Promise<Row[]> {
    if (after?.part === 'names') return [];
    const matching: Talk[] = [];
    let place = after;
    while (matching.length < limit) {
      const found = await ConversationModel.find({
        participants: userId,
        ...afterPlace('lastMessageAt', -1, place),
      })
        .sort({ lastMessageAt: -1, _id: -1 })
        .limit(BATCH)
        .lean<ConversationDoc[]>();
      const people = await users.loadPublicUsers(found.map((talk) => otherIdOf(talk, userId)));
      for (const talk of found) {
        const user = people.get(otherIdOf(talk, userId));
        place = { part: 'talks', value: talk.lastMessageAt, id: talk._id.toHexString() };
        if (user && users.nameMatches(user.fullName, q)) matching.push({ talk, user });
        if (matching.length === limit) break;
      }
      if (found.length < BATCH) break;
    }
    // Only of those that are shown: the rest of a batch costs no more than its names.
    return presentTalks(userId, matching);
  }

  /**
   * People without a conversation after a place, by name; and those whose conversation began, or moved to the
   * top, while the first part was read, so that it has missed them.
   *
   * @param shown - ids of the people in the first part of this page.
   */
  async function strangers(
    userId: string,
    q: string,
    after: Place | null,
    limit: number,
    shown: ReadonlySet<string>,
  ): Promise<Row[]> {
    /** At or before the cursor: on an earlier page, or moved to its top since. */
    const isBefore = ({ _id, lastMessageAt }: Pick<ConversationDoc, '_id' | 'lastMessageAt'>) => {
      if (after?.part !== 'talks') return after !== null;
      const distance = lastMessageAt.getTime() - after.value.getTime();
      return distance > 0 || (distance === 0 && _id.toHexString() >= after.id);
    };
    const rows: { user: PublicUser; place: Place }[] = [];
    let place: NamePlace | null = after?.part === 'names' ? after : null;
    while (rows.length < limit) {
      const found = await users.listByName(q, place, BATCH);
      const known = await ConversationModel.find({
        key: mongoose.trusted({ $in: found.map(({ user }) => conversationKey(userId, user._id)) }),
      })
        .select('key lastMessageAt')
        .lean<Pick<ConversationDoc, '_id' | 'key' | 'lastMessageAt'>[]>();
      const knownKeys = new Set(known.filter(isBefore).map(({ key }) => key));
      for (const { user, place: at } of found) {
        place = at;
        if (user._id === userId || shown.has(user._id)) continue;
        if (knownKeys.has(conversationKey(userId, user._id))) continue;
        rows.push({ user, place: { part: 'names', ...at } });
        if (rows.length === limit) break;
      }
      if (found.length < BATCH) break;
    }
    const blocked = await blocks.blockedAmong(
      userId,
      rows.map(({ user }) => user._id),
    );
    return rows.map(({ user, place }) => ({
      contact: { ...user, unreadCount: 0, isBlocked: blocked.has(user._id) },
      place,
    }));
  }

  return {
    /** Without oneself: latest conversation first, then by name. */
    async list(userId: string, { q, limit = PLAIN_LENGTH, cursor }: ContactListQuery) {
      const after = cursor === undefined ? null : decodePlace(cursor);
      // One more than shown tells whether there is a next page.
      const rows = await talks(userId, q, after, limit + 1);
      const shown = new Set(rows.map(({ contact }) => contact._id));
      const missing = limit + 1 - rows.length;
      if (missing > 0) rows.push(...(await strangers(userId, q, after, missing, shown)));
      const page = cutPage(rows, limit, (last) => encodePlace(last.place));
      return { contacts: page.rows.map((row) => row.contact), nextCursor: page.nextCursor };
    },
  };
}
export type ContactService = ReturnType<typeof createContactService>;
