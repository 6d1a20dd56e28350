import {
  type Contact,
  type ContactListQuery,
  type Message,
  PAGE_LENGTHS,
  type PublicUser,
} from '@safarnama/contracts';
import mongoose from 'mongoose';
import {
  type DatePosition,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  MAX_TIME_MS,
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

/** Documents per read; some of them are filtered out. */
const BATCH_SIZE = 200;

/** A position in the list: first the conversations, latest first; then all other users by name. */
type ContactPosition = ({ part: 'conversations' } & DatePosition) | ({ part: 'names' } & NamePosition);

/** Where a page begins, and what the list began with. */
interface PageStart {
  after: ContactPosition;
  /** `lastMessageAt` of the latest conversation when the first page was read; 1970 if there was none. */
  newestAt: Date;
}

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
      { q, limit = PAGE_LENGTHS.contacts, cursor }: ContactListQuery,
    ): Promise<{ contacts: Contact[]; nextCursor: string | null }> {
      const start = cursor === undefined ? null : decodeStart(cursor);
      // Reads one row more than the page has, to know whether there is a next page.
      const { rows, newestAt } = await listConversations(deps, userId, q, start, limit + 1);
      const listedIds = new Set(rows.map(({ contact }) => contact._id));
      const missing = limit + 1 - rows.length;
      if (missing > 0) rows.push(...(await listOthers(deps, userId, q, start, missing, listedIds)));
      const page = cutPage(rows, limit, ({ position }) => encodeStart({ after: position, newestAt }));
      return { contacts: page.rows.map((row) => row.contact), nextCursor: page.nextCursor };
    },
  };
}
export type ContactService = ReturnType<typeof createContactService>;

function encodeStart({ after, newestAt }: PageStart): string {
  const [part, value] = after.part === 'conversations' ? ['t', after.value.getTime()] : ['n', after.value];
  return encodeCursor([part, value, after.id, newestAt.getTime()]);
}

function decodeStart(cursor: string): PageStart {
  // A cursor of an older version has no time. With the latest one, no conversation counts as begun since, so none is
  // listed again.
  const [part, value, rawId, newestAt = MAX_TIME_MS] = decodeCursor(cursor);
  const id = requireId(rawId);
  const rest = { newestAt: requireTime(newestAt) };
  if (part === 't') return { after: { part: 'conversations', value: requireTime(value), id }, ...rest };
  if (part === 'n' && typeof value === 'string') return { after: { part: 'names', value, id }, ...rest };
  throw invalidCursor();
}

const positionOf = ({ _id, lastMessageAt }: ConversationDoc) =>
  ({ part: 'conversations', value: lastMessageAt, id: _id.toHexString() }) as const;

/** Lists conversations after a position, latest first, with users whose names match `q`. */
async function listConversations(
  { users, presenter }: ContactDeps,
  userId: string,
  q: string,
  start: PageStart | null,
  limit: number,
): Promise<{ rows: Row[] } & Pick<PageStart, 'newestAt'>> {
  if (start?.after.part === 'names') return { rows: [], newestAt: start.newestAt };
  const matches = createNameMatcher(q);
  const matching: ContactConversation[] = [];
  let position = start?.after ?? null;
  let newestAt = start?.newestAt;
  while (matching.length < limit) {
    const batch = await ConversationModel.find({
      participants: userId,
      ...afterPosition('lastMessageAt', -1, position),
    })
      .sort({ lastMessageAt: -1, _id: -1 })
      .limit(BATCH_SIZE)
      .lean<ConversationDoc[]>();
    newestAt ??= batch[0]?.lastMessageAt;
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
  const rows = await presentConversations(presenter, userId, matching);
  return { rows, newestAt: newestAt ?? new Date(0) };
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
 * Lists users without a conversation after a position, by name. Includes those whose conversation began since the first
 * page was read, or moved to the top while the first part of this one was, because that part has missed them.
 *
 * @param listedIds - users in the first part of this page.
 */
async function listOthers(
  { users }: ContactDeps,
  userId: string,
  q: string,
  start: PageStart | null,
  limit: number,
  listedIds: ReadonlySet<string>,
): Promise<Row[]> {
  const rows: { user: PublicUser; position: ContactPosition }[] = [];
  let position: NamePosition | null = start?.after.part === 'names' ? start.after : null;
  while (rows.length < limit) {
    const batch = await users.listByName(q, position, BATCH_SIZE);
    const keys = batch.map(({ user }) => conversationKey(userId, user._id));
    const earlierKeys = start ? await findEarlierConversations(keys, start) : new Set();
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

/**
 * Finds which of these conversations are at or before the start of a page: on an earlier page, or moved to the top
 * since. Those that began after the first page was read are on no page.
 */
async function findEarlierConversations(
  keys: readonly string[],
  { after, newestAt }: PageStart,
): Promise<Set<string>> {
  const conversations = await ConversationModel.find({ key: mongoose.trusted({ $in: keys }) })
    .select('key lastMessageAt')
    .lean<Pick<ConversationDoc, '_id' | 'key' | 'lastMessageAt'>[]>();
  const earlier = conversations.filter(({ _id, lastMessageAt }) => {
    if (after.part === 'names') return true;
    const distance = lastMessageAt.getTime() - after.value.getTime();
    return distance > 0 || (distance === 0 && _id.toHexString() >= after.id);
  });
  const changedKeys = earlier.filter(({ lastMessageAt }) => lastMessageAt > newestAt).map(({ key }) => key);
  const newKeys = await findConversationsSince(newestAt, changedKeys);
  return new Set(earlier.map(({ key }) => key).filter((key) => !newKeys.has(key)));
}

/** Finds which of these conversations began after a time. Their first messages tell: a deleted one keeps its position. */
async function findConversationsSince(time: Date, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const firstMessages = await MessageModel.find({
    conversation: mongoose.trusted({ $in: keys }),
    seq: 1,
    createdAt: mongoose.trusted({ $gt: time }),
  })
    .select('conversation')
    .lean<Pick<MessageDoc, 'conversation'>[]>();
  return new Set(firstMessages.map(({ conversation }) => conversation));
}
