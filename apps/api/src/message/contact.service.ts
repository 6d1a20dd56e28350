import type { Contact, ContactListQuery, PublicUser } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import { badRequest } from '../http/app-error.js';
import { decodeCursor, encodeCursor, requireId } from '../http/cursor.js';
import type { MediaService } from '../media/media.service.js';
import type { NamePlace, UserService } from '../user/user.service.js';
import { type ConversationDoc, ConversationModel } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel } from './message.model.js';
import { presentMessage } from './message.service.js';

const PLAIN_LENGTH = 200;
/** Rows read at a time where some of them are left out. */
const BATCH = 200;

/** A place in the list: among the conversations (latest first), then among the others (by name). */
type Place = { part: 'talks'; at: number; id: string } | ({ part: 'names' } & NamePlace);

function encodePlace(place: Place): string {
  return place.part === 'talks'
    ? encodeCursor(['t', place.at, place.id])
    : encodeCursor(['n', place.nameKey, place.id]);
}

function decodePlace(cursor: string): Place {
  const [part, value, rawId] = decodeCursor(cursor);
  const id = requireId(rawId);
  if (part === 't' && typeof value === 'number') return { part: 'talks', at: value, id };
  if (part === 'n' && typeof value === 'string') return { part: 'names', nameKey: value, id };
  throw badRequest('invalid_cursor', 'The cursor is not valid', 'cursor');
}

interface Row {
  contact: Contact;
  place: Place;
}

interface ContactDeps {
  users: UserService;
  media: Pick<MediaService, 'urlOf'>;
}

/** The people one can write to. */
export function createContactService({ users, media }: ContactDeps) {
  async function withLastMessage(user: PublicUser, userId: string): Promise<Contact> {
    const last = await MessageModel.findOne({ conversation: conversationKey(userId, user._id) })
      .sort({ seq: -1 })
      .lean<MessageDoc>();
    return last ? { ...user, lastMessage: presentMessage(last, media) } : user;
  }

  /** Conversations after a place, latest first, of people whose names match. */
  async function talks(userId: string, q: string, after: Place | null, limit: number): Promise<Row[]> {
    if (after?.part === 'names') return [];
    const rows: Row[] = [];
    let place = after;
    while (rows.length < limit) {
      const at = place && new Date(place.at);
      const found = await ConversationModel.find({
        participants: userId,
        ...(place &&
          at && {
            $or: [
              { lastMessageAt: mongoose.trusted({ $lt: at }) },
              { lastMessageAt: at, _id: mongoose.trusted({ $lt: place.id }) },
            ],
          }),
      })
        .sort({ lastMessageAt: -1, _id: -1 })
        .limit(BATCH)
        .lean<ConversationDoc[]>();
      const otherIdOf = ({ participants }: ConversationDoc) =>
        participants.find((id: Types.ObjectId) => !id.equals(userId))?.toHexString() ?? '';
      const people = await users.loadPublicUsers(found.map(otherIdOf));
      for (const talk of found) {
        const user = people.get(otherIdOf(talk));
        place = { part: 'talks', at: talk.lastMessageAt.getTime(), id: talk._id.toHexString() };
        if (user && users.nameMatches(user.fullName, q)) rows.push({ contact: user, place });
        if (rows.length === limit) break;
      }
      if (found.length < BATCH) break;
    }
    await Promise.all(
      rows.map(async (row) => {
        row.contact = await withLastMessage(row.contact, userId);
      }),
    );
    return rows;
  }

  /** People without a conversation after a place, by name. */
  async function strangers(userId: string, q: string, after: Place | null, limit: number): Promise<Row[]> {
    const rows: Row[] = [];
    let place: NamePlace | null = after?.part === 'names' ? after : null;
    while (rows.length < limit) {
      const found = await users.listByName(q, place, BATCH);
      const known = await ConversationModel.find({
        key: mongoose.trusted({ $in: found.map(({ user }) => conversationKey(userId, user._id)) }),
      })
        .select('key')
        .lean<Pick<ConversationDoc, 'key'>[]>();
      const knownKeys = new Set(known.map(({ key }) => key));
      for (const { user, place: at } of found) {
        place = at;
        if (user._id === userId || knownKeys.has(conversationKey(userId, user._id))) continue;
        rows.push({ contact: user, place: { part: 'names', ...at } });
        if (rows.length === limit) break;
      }
      if (found.length < BATCH) break;
    }
    return rows;
  }

  return {
    /** Without oneself: latest conversation first, then by name. */
    async list(userId: string, { q, limit = PLAIN_LENGTH, cursor }: ContactListQuery) {
      const after = cursor === undefined ? null : decodePlace(cursor);
      // One more than shown tells whether there is a next page.
      const rows = await talks(userId, q, after, limit + 1);
      if (rows.length <= limit) rows.push(...(await strangers(userId, q, after, limit + 1 - rows.length)));
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        contacts: page.map((row) => row.contact),
        nextCursor: rows.length > limit && last ? encodePlace(last.place) : null,
      };
    },
  };
}
export type ContactService = ReturnType<typeof createContactService>;
