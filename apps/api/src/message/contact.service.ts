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
import { createNameMatcher } from '../user/name-search.js';
import type { NamePosition, UserService } from '../user/user.service.js';
import { findBlockedByUser } from './block.service.js';
import { type ConversationDoc, ConversationModel, getOtherId } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';
import { presentReceipts } from './receipt.presenter.js';
import { countUnread } from './unread-counts.js';

/** Length of a page without `limit`. */
const DEFAULT_LIMIT = 200;
/** Documents per read; some of them are filtered out. */
const BATCH_SIZE = 200;

/** A position in the list: first the conversations, latest first; then all other users by name. */
type ContactPosition = ({ part: 'conversations' } & DatePosition) | ({ part: 'names' } & NamePosition);

interface Row {
  contact: Contact;
  position: ContactPosition;
}

interface ContactConversation {
  conversation: ConversationDoc;
  /** The other participant. */
  user: PublicUser;
}

interface ContactDeps {
  users: Pick<UserService, 'listByName' | 'loadPublicUsers'>;
  presenter: MessagePresenter;
}

export function createContactService(deps: ContactDeps) {
  return {
    /**
     * Lists all other users whose names match `q`: latest conversation first, then by name.
     *
     * @throws AppError 400 for an invalid cursor.
     */
    async list(
      userId: string,
      { q, limit = DEFAULT_LIMIT, cursor }: ContactListQuery,
    ): Promise<{ contacts: Contact[]; nextCursor: string | null }> {
      const after = cursor === undefined ? null : decodePosition(cursor);
      // Reads one row more than the page has, to know whether there is a next page.
      const rows = await listConversations(deps, userId, q, after, limit + 1);
      const listedIds = new Set(rows.map(({ contact }) => contact._id));
      const missing = limit + 1 - rows.length;
      if (missing > 0) rows.push(...(await listOthers(deps, userId, q, after, missing, listedIds)));
      const page = cutPage(rows, limit, (last) => encodePosition(last.position));
      return { contacts: page.rows.map((row) => row.contact), nextCursor: page.nextCursor };
    },
  };
}
export type ContactService = ReturnType<typeof createContactService>;

function encodePosition(position: ContactPosition): string {
  return position.part === 'conversations'
    ? encodeCursor(['t', position.value.getTime(), position.id])
    : encodeCursor(['n', position.value, position.id]);
}

function decodePosition(cursor: string): ContactPosition {
  const [part, value, rawId] = decodeCursor(cursor);
  const id = requireId(rawId);
  if (part === 't') return { part: 'conversations', value: requireTime(value), id };
  if (part === 'n' && typeof value === 'string') return { part: 'names', value, id };
  throw invalidCursor();
}

const positionOf = ({ _id, lastMessageAt }: ConversationDoc) =>
  ({ part: 'conversations', value: lastMessageAt, id: _id.toHexString() }) as const;

/** Lists conversations after a position, latest first, with users whose names match `q`. */
async function listConversations(
  { users, presenter }: ContactDeps,
  userId: string,
  q: string,
  after: ContactPosition | null,
  limit: number,
): Promise<Row[]> {
  if (after?.part === 'names') return [];
  const matches = createNameMatcher(q);
  const matching: ContactConversation[] = [];
  let position = after;
  while (matching.length < limit) {
    const batch = await ConversationModel.find({
      participants: userId,
      ...afterPosition('lastMessageAt', -1, position),
    })
      .sort({ lastMessageAt: -1, _id: -1 })
      .limit(BATCH_SIZE)
      .lean<ConversationDoc[]>();
    const usersById = await users.loadPublicUsers(
      batch.map((conversation) => getOtherId(conversation, userId)),
    );
    for (const conversation of batch) {
      const user = usersById.get(getOtherId(conversation, userId));
      position = positionOf(conversation);
      if (user && matches(user.fullName)) matching.push({ conversation, user });
      if (matching.length === limit) break;
    }
    if (batch.length < BATCH_SIZE) break;
  }
  // Loads messages and counts only for the conversations on the page, not for the whole batch.
  return presentConversations(presenter, userId, matching);
}

async function presentConversations(
  presenter: MessagePresenter,
  userId: string,
  listed: readonly ContactConversation[],
): Promise<Row[]> {
  const conversations = listed.map(({ conversation }) => conversation);
  const [lastMessages, unread, blocked] = await Promise.all([
    loadLastMessages(presenter, userId, conversations),
    countUnread(userId, conversations),
    findBlockedByUser(
      userId,
      listed.map(({ user }) => user._id),
    ),
  ]);
  return listed.map(({ conversation, user }) => {
    const lastMessage = lastMessages.get(conversation.key);
    const contact = {
      ...user,
      ...(lastMessage ? { lastMessage } : {}),
      unreadCount: unread.get(conversation.key) ?? 0,
      ...presentReceipts(conversation, userId),
      isBlocked: blocked.has(user._id),
    };
    return { contact, position: positionOf(conversation) };
  });
}

/** Loads the newest visible message of each conversation, by conversation key. */
async function loadLastMessages(
  presenter: MessagePresenter,
  userId: string,
  conversations: readonly ConversationDoc[],
): Promise<Map<string, Message>> {
  const ids = conversations.map(({ lastMessageId }) => lastMessageId);
  const visible = await MessageModel.find({
    _id: mongoose.trusted({ $in: ids }),
    ...visibleTo(userId),
  }).lean<MessageDoc[]>();
  const visibleKeys = new Set(visible.map(({ conversation }) => conversation));
  const earlier = await Promise.all(
    conversations
      .filter(({ key }) => !visibleKeys.has(key))
      .map(({ key }) =>
        MessageModel.findOne({ conversation: key, ...visibleTo(userId) })
          .sort({ seq: -1 })
          .lean<MessageDoc>(),
      ),
  );
  const last = [...visible, ...earlier.filter((message) => message !== null)];
  const presented = await presenter.present(last);
  return new Map(
    last.flatMap(({ conversation }, index) => {
      const message = presented[index];
      return message ? [[conversation, message]] : [];
    }),
  );
}

/**
 * Lists users without a conversation after a position, by name. Includes those whose conversation began or moved to the
 * top while the first part was read, because that part has missed them.
 *
 * @param listedIds - users in the first part of this page.
 */
async function listOthers(
  { users }: ContactDeps,
  userId: string,
  q: string,
  after: ContactPosition | null,
  limit: number,
  listedIds: ReadonlySet<string>,
): Promise<Row[]> {
  const rows: { user: PublicUser; position: ContactPosition }[] = [];
  let position: NamePosition | null = after?.part === 'names' ? after : null;
  while (rows.length < limit) {
    const batch = await users.listByName(q, position, BATCH_SIZE);
    const keys = batch.map(({ user }) => conversationKey(userId, user._id));
    const earlierKeys = await findEarlierConversations(keys, after);
    for (const { user, position: userPosition } of batch) {
      position = userPosition;
      if (user._id === userId || listedIds.has(user._id)) continue;
      if (earlierKeys.has(conversationKey(userId, user._id))) continue;
      rows.push({ user, position: { part: 'names', ...userPosition } });
      if (rows.length === limit) break;
    }
    if (batch.length < BATCH_SIZE) break;
  }
  const blocked = await findBlockedByUser(
    userId,
    rows.map(({ user }) => user._id),
  );
  return rows.map(({ user, position: rowPosition }) => ({
    contact: { ...user, unreadCount: 0, isBlocked: blocked.has(user._id) },
    position: rowPosition,
  }));
}

/** Finds which of these conversations are at or before a position: on an earlier page, or moved to the top since. */
async function findEarlierConversations(
  keys: readonly string[],
  after: ContactPosition | null,
): Promise<Set<string>> {
  const conversations = await ConversationModel.find({ key: mongoose.trusted({ $in: keys }) })
    .select('key lastMessageAt')
    .lean<Pick<ConversationDoc, '_id' | 'key' | 'lastMessageAt'>[]>();
  const isEarlier = ({ _id, lastMessageAt }: (typeof conversations)[number]) => {
    if (after?.part !== 'conversations') return after !== null;
    const distance = lastMessageAt.getTime() - after.value.getTime();
    return distance > 0 || (distance === 0 && _id.toHexString() >= after.id);
  };
  return new Set(conversations.filter(isEarlier).map(({ key }) => key));
}
