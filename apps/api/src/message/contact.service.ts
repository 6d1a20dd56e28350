import type { Contact, ContactListQuery, Message, PublicUser } from '@safarnama/contracts';
import mongoose from 'mongoose';
import {
  type DatePosition,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  requireId,
  requireTime,
} from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import type { NamePosition, UserService } from '../user/user.service.js';
import type { BlockService } from './block.service.js';
import { type ConversationDoc, ConversationModel } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';
import { otherIdOf, presentReceipts, type ReceiptService } from './receipt.service.js';

const DEFAULT_LIMIT = 200;
/** Rows read at a time where some of them are left out. */
const BATCH_SIZE = 200;

/** A place in the list: among the conversations (latest first), then among the others (by name). */
type ContactPosition = ({ part: 'talks' } & DatePosition) | ({ part: 'names' } & NamePosition);

function encodePosition(position: ContactPosition): string {
  return position.part === 'talks'
    ? encodeCursor(['t', position.value.getTime(), position.id])
    : encodeCursor(['n', position.value, position.id]);
}

function decodePosition(cursor: string): ContactPosition {
  const [part, value, rawId] = decodeCursor(cursor);
  const id = requireId(rawId);
  if (part === 't') return { part: 'talks', value: requireTime(value), id };
  if (part === 'n' && typeof value === 'string') return { part: 'names', value, id };
  throw invalidCursor();
}

interface Row {
  contact: Contact;
  position: ContactPosition;
}

/** A conversation, and the other one of its two people. */
interface ContactConversation {
  conversation: ConversationDoc;
  user: PublicUser;
}

interface ContactDeps {
  users: UserService;
  blocks: Pick<BlockService, 'findBlockedByUser'>;
  receipts: Pick<ReceiptService, 'countUnread'>;
  presenter: MessagePresenter;
}

/** The people one can write to. */
export function createContactService({ users, blocks, receipts, presenter }: ContactDeps) {
  /** The newest messages of conversations that one has not deleted for oneself, by conversation. */
  async function loadLastMessages(
    userId: string,
    conversations: readonly ConversationDoc[],
  ): Promise<Map<string, Message>> {
    const ids = conversations.map(({ lastMessageId }) => lastMessageId);
    const found = await MessageModel.find({
      _id: mongoose.trusted({ $in: ids }),
      ...visibleTo(userId),
    }).lean<MessageDoc[]>();
    const shown = new Set(found.map(({ conversation }) => conversation));
    const earlier = await Promise.all(
      conversations
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
  async function presentConversations(userId: string, found: readonly ContactConversation[]): Promise<Row[]> {
    const conversations = found.map(({ conversation }) => conversation);
    const [lastMessages, unread, blocked] = await Promise.all([
      loadLastMessages(userId, conversations),
      receipts.countUnread(userId, conversations),
      blocks.findBlockedByUser(
        userId,
        found.map(({ user }) => user._id),
      ),
    ]);
    return found.map(({ conversation, user }) => {
      const lastMessage = lastMessages.get(conversation.key);
      const contact = {
        ...user,
        ...(lastMessage ? { lastMessage } : {}),
        unreadCount: unread.get(conversation.key) ?? 0,
        ...presentReceipts(conversation, userId),
        isBlocked: blocked.has(user._id),
      };
      return {
        contact,
        position: { part: 'talks', value: conversation.lastMessageAt, id: conversation._id.toHexString() },
      };
    });
  }

  /** Conversations after a place, latest first, of people whose names match. */
  async function conversations(
    userId: string,
    q: string,
    after: ContactPosition | null,
    limit: number,
  ): Promise<Row[]> {
    if (after?.part === 'names') return [];
    const matching: ContactConversation[] = [];
    let position = after;
    while (matching.length < limit) {
      const found = await ConversationModel.find({
        participants: userId,
        ...afterPosition('lastMessageAt', -1, position),
      })
        .sort({ lastMessageAt: -1, _id: -1 })
        .limit(BATCH_SIZE)
        .lean<ConversationDoc[]>();
      const usersById = await users.loadPublicUsers(
        found.map((conversation) => otherIdOf(conversation, userId)),
      );
      for (const conversation of found) {
        const user = usersById.get(otherIdOf(conversation, userId));
        position = { part: 'talks', value: conversation.lastMessageAt, id: conversation._id.toHexString() };
        if (user && users.nameMatches(user.fullName, q)) matching.push({ conversation, user });
        if (matching.length === limit) break;
      }
      if (found.length < BATCH_SIZE) break;
    }
    // Only of those that are shown: the rest of a batch costs no more than its names.
    return presentConversations(userId, matching);
  }

  /**
   * People without a conversation after a place, by name; and those whose conversation began, or moved to the
   * top, while the first part was read, so that it has missed them.
   *
   * @param shown - ids of the people in the first part of this page.
   */
  async function listOthers(
    userId: string,
    q: string,
    after: ContactPosition | null,
    limit: number,
    shown: ReadonlySet<string>,
  ): Promise<Row[]> {
    /** At or before the cursor: on an earlier page, or moved to its top since. */
    const isBefore = ({ _id, lastMessageAt }: Pick<ConversationDoc, '_id' | 'lastMessageAt'>) => {
      if (after?.part !== 'talks') return after !== null;
      const distance = lastMessageAt.getTime() - after.value.getTime();
      return distance > 0 || (distance === 0 && _id.toHexString() >= after.id);
    };
    const rows: { user: PublicUser; position: ContactPosition }[] = [];
    let position: NamePosition | null = after?.part === 'names' ? after : null;
    while (rows.length < limit) {
      const found = await users.listByName(q, position, BATCH_SIZE);
      const known = await ConversationModel.find({
        key: mongoose.trusted({ $in: found.map(({ user }) => conversationKey(userId, user._id)) }),
      })
        .select('key lastMessageAt')
        .lean<Pick<ConversationDoc, '_id' | 'key' | 'lastMessageAt'>[]>();
      const knownKeys = new Set(known.filter(isBefore).map(({ key }) => key));
      for (const { user, position: at } of found) {
        position = at;
        if (user._id === userId || shown.has(user._id)) continue;
        if (knownKeys.has(conversationKey(userId, user._id))) continue;
        rows.push({ user, position: { part: 'names', ...at } });
        if (rows.length === limit) break;
      }
      if (found.length < BATCH_SIZE) break;
    }
    const blocked = await blocks.findBlockedByUser(
      userId,
      rows.map(({ user }) => user._id),
    );
    return rows.map(({ user, position }) => ({
      contact: { ...user, unreadCount: 0, isBlocked: blocked.has(user._id) },
      position,
    }));
  }

  return {
    /** Without oneself: latest conversation first, then by name. */
    async list(userId: string, { q, limit = DEFAULT_LIMIT, cursor }: ContactListQuery) {
      const after = cursor === undefined ? null : decodePosition(cursor);
      // One more than shown tells whether there is a next page.
      const rows = await conversations(userId, q, after, limit + 1);
      const shown = new Set(rows.map(({ contact }) => contact._id));
      const missing = limit + 1 - rows.length;
      if (missing > 0) rows.push(...(await listOthers(userId, q, after, missing, shown)));
      const page = cutPage(rows, limit, (last) => encodePosition(last.position));
      return { contacts: page.rows.map((row) => row.contact), nextCursor: page.nextCursor };
    },
  };
}
export type ContactService = ReturnType<typeof createContactService>;
