import type { Unread } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { badRequest, notFound } from '../http/app-error.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import type { BlockService } from './block.service.js';
import { type ConversationDoc, ConversationModel, type PositionDoc } from './conversation.model.js';
import { healConversation } from './conversation-row.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';

type MarkKind = 'delivered' | 'read';

/** Who moves a mark. */
export interface Reader {
  userId: string;
  appearsOffline: boolean;
}

type Placed = Pick<MessageDoc, '_id' | 'seq' | 'senderId' | 'hiddenFor'>;
type Talk = Pick<ConversationDoc, 'key' | 'participants' | 'lastSeq' | 'unreadFor' | 'marks'>;

const PLACE_FIELDS = 'seq senderId hiddenFor';
/** Conversations counted in one question: each is a branch that the database has to plan. */
const COUNT_BATCH = 100;

/** The other one of the two people of a conversation. */
export function otherIdOf({ participants }: Pick<ConversationDoc, 'participants'>, userId: string): string {
  return participants.find((id) => !id.equals(userId))?.toHexString() ?? '';
}

/** The marks of a conversation as one of its two people sees them. */
export function presentMarks(talk: Pick<ConversationDoc, 'participants' | 'marks'>, userId: string) {
  const { delivered, read } = talk.marks?.[otherIdOf(talk, userId)]?.shown ?? {};
  return {
    ...(delivered ? { deliveredUpTo: delivered.id.toHexString() } : {}),
    ...(read ? { readUpTo: read.id.toHexString() } : {}),
  };
}

/**
 * The newest message of a writer up to a place that they still see: one that they have deleted for themselves tells
 * them nothing.
 */
async function newestSeenBy(
  writerId: string,
  conversation: string,
  seq: number,
): Promise<string | undefined> {
  const found = await MessageModel.findOne({
    conversation,
    senderId: writerId,
    seq: mongoose.trusted({ $lte: seq }),
    ...visibleTo(writerId),
  })
    .sort({ seq: -1 })
    .select('_id')
    .lean<Pick<MessageDoc, '_id'>>();
  return found?._id.toHexString();
}

/**
 * As `presentMarks`, on messages that the writer still sees.
 *
 * @param seenIds - of messages that are known to be seen: what stands there needs no question.
 */
export async function presentSeenMarks(
  talk: Pick<ConversationDoc, 'key' | 'participants' | 'marks'>,
  userId: string,
  seenIds: ReadonlySet<string>,
) {
  const shown = talk.marks?.[otherIdOf(talk, userId)]?.shown;
  const seenAt = async (mark: PositionDoc | undefined) => {
    const id = mark?.id.toHexString();
    return mark === undefined || id === undefined || seenIds.has(id)
      ? id
      : newestSeenBy(userId, talk.key, mark.seq);
  };
  const [deliveredUpTo, readUpTo] = await Promise.all([seenAt(shown?.delivered), seenAt(shown?.read)]);
  return { ...(deliveredUpTo && { deliveredUpTo }), ...(readUpTo && { readUpTo }) };
}

/** The last message of the other one that a person has read. */
export function ownReadOf(
  { marks }: Pick<ConversationDoc, 'marks'>,
  userId: string,
): PositionDoc | undefined {
  return marks?.[userId]?.own?.read;
}

function mayHaveUnread({ unreadFor }: Pick<ConversationDoc, 'unreadFor'>, userId: string): boolean {
  return unreadFor?.some((id) => id.equals(userId)) ?? false;
}

/** The newest message of a person up to one of their conversation, that one included; null where there is none. */
async function newestOf(writerId: string, conversation: string, upTo: Placed): Promise<Placed | null> {
  if (upTo.senderId.equals(writerId)) return upTo;
  return MessageModel.findOne({
    conversation,
    senderId: writerId,
    seq: mongoose.trusted({ $lt: upTo.seq }),
  })
    .sort({ seq: -1 })
    .select(PLACE_FIELDS)
    .lean<Placed>();
}

function countBatch(userId: string, talks: readonly Talk[]) {
  return MessageModel.aggregate<{ _id: string; count: number }>([
    {
      $match: {
        $or: talks.map((talk) => ({
          conversation: talk.key,
          senderId: new Types.ObjectId(otherIdOf(talk, userId)),
          seq: { $gt: ownReadOf(talk, userId)?.seq ?? 0 },
        })),
        deletedAt: null,
        hiddenFor: { $ne: new Types.ObjectId(userId) },
      },
    },
    { $group: { _id: '$conversation', count: { $sum: 1 } } },
  ]);
}

/**
 * Counts what a person has not read and can still see. Only looks where there may be something.
 *
 * @returns by conversation; zeros are left out.
 */
async function countUnread(userId: string, talks: readonly Talk[]): Promise<Map<string, number>> {
  const open = talks.filter((talk) => mayHaveUnread(talk, userId));
  const counts = new Map<string, number>();
  for (let start = 0; start < open.length; start += COUNT_BATCH) {
    const batch = await countBatch(userId, open.slice(start, start + COUNT_BATCH));
    for (const { _id, count } of batch) counts.set(_id, count);
  }
  return counts;
}

/** Takes a reader off a conversation in which nothing was unread, unless a message has come since `lastSeq`. */
async function clearHint(userId: string, { key, lastSeq }: Pick<Talk, 'key' | 'lastSeq'>): Promise<void> {
  await ConversationModel.updateOne(
    { key, lastSeq: mongoose.trusted({ $lte: lastSeq }), unreadFor: userId },
    { $pull: { unreadFor: userId } },
  );
}

interface ReadingDeps {
  users: Pick<UserService, 'exists'>;
  blocks: Pick<BlockService, 'isBlockedBetween'>;
  realtime: Pick<RealtimePort, 'markMoved'>;
}

/** What has arrived, what is read, and how much is not. */
export function createReadingService({ users, blocks, realtime }: ReadingDeps) {
  /**
   * Moves the marks in one write, which the database compares by itself: so they never go back.
   *
   * @returns the row as it was, null where there is none.
   */
  function moveMarks(
    key: string,
    userId: string,
    kind: MarkKind,
    position: PositionDoc,
    isShown: boolean,
  ): Promise<ConversationDoc | null> {
    const kinds: readonly MarkKind[] = kind === 'read' ? ['delivered', 'read'] : ['delivered'];
    const sides = isShown ? ['own', 'shown'] : ['own'];
    const paths = sides.flatMap((side) => kinds.map((each) => `marks.${userId}.${side}.${each}`));
    return ConversationModel.findOneAndUpdate(
      { key },
      { $max: Object.fromEntries(paths.map((path) => [path, position])) },
      { returnDocument: 'before' },
    ).lean<ConversationDoc>();
  }

  /** What is unread in one conversation; where that is nothing, the next look at all of them passes it over. */
  async function countAndClear(userId: string, talk: Talk): Promise<number> {
    const count = (await countUnread(userId, [talk])).get(talk.key) ?? 0;
    if (count === 0 && mayHaveUnread(talk, userId)) await clearHint(userId, talk);
    return count;
  }

  return {
    countUnread,

    /**
     * Notes that the messages of somebody have arrived, or are read. Marks never go back, whatever comes at once.
     *
     * @param upTo - id of any message of the conversation: the mark stands at the writer's newest up to there.
     * @returns how many of their messages are unread now.
     * @throws AppError 404 when nobody has this id, 400 when the message is not of this conversation.
     */
    async move(
      kind: MarkKind,
      { userId, appearsOffline }: Reader,
      rawWriterId: string,
      upTo: string,
    ): Promise<{ unreadCount: number }> {
      const writerId = rawWriterId.toLowerCase();
      const key = conversationKey(userId, writerId);
      const [pivot, isBlocked] = await Promise.all([
        MessageModel.findOne({ _id: upTo, conversation: key }).select(PLACE_FIELDS).lean<Placed>(),
        blocks.isBlockedBetween(userId, writerId),
      ]);
      if (!pivot) {
        if (!(await users.exists(writerId))) throw notFound('User not found');
        throw badRequest('invalid', 'This message is not of this conversation', 'upTo');
      }
      const newest = await newestOf(writerId, key, pivot);
      if (!newest) {
        const talk = await ConversationModel.findOne({ key }).lean<ConversationDoc>();
        return { unreadCount: talk ? await countAndClear(userId, talk) : 0 };
      }

      const isShown = !appearsOffline && !isBlocked;
      const position = { seq: newest.seq, id: newest._id };
      const move = () => moveMarks(key, userId, kind, position, isShown);
      let before = await move();
      if (!before) {
        // The first send ended between the message and the row.
        await healConversation(key);
        before = await move();
      }
      if (!before) throw new Error('A conversation with a message has no row');
      const { own, shown } = before.marks?.[userId] ?? {};
      const isAhead = (mark: PositionDoc | undefined) => (mark?.seq ?? 0) < position.seq;
      const hasMoved = isAhead(own?.[kind]);
      const hasShownMoved = isShown && isAhead(shown?.[kind]);
      const read = kind === 'read' && hasMoved ? position : own?.read;
      const unreadCount = await countAndClear(userId, {
        ...before,
        marks: { [userId]: { own: { ...(read ? { read } : {}) } } },
      });
      if (hasMoved || hasShownMoved) {
        const upTo = newest._id.toHexString();
        const isHidden = newest.hiddenFor?.some((id) => id.equals(writerId)) ?? false;
        const seenUpTo = isHidden && hasShownMoved ? await newestSeenBy(writerId, key, newest.seq) : upTo;
        const mark = { byUserId: userId, ofUserId: writerId, upTo, unreadCount };
        realtime.markMoved(kind, mark, hasShownMoved ? (seenUpTo ?? null) : null);
      }
      return { unreadCount };
    },

    /** What a person has not read, in all and by person. */
    async unread(userId: string): Promise<Unread> {
      const talks = await ConversationModel.find({ unreadFor: userId }).lean<ConversationDoc[]>();
      const counts = await countUnread(userId, talks);
      await Promise.all(talks.filter(({ key }) => !counts.has(key)).map((talk) => clearHint(userId, talk)));
      const byUser: Record<string, number> = {};
      for (const talk of talks) {
        const count = counts.get(talk.key);
        if (count !== undefined) byUser[otherIdOf(talk, userId)] = count;
      }
      return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), byUser };
    },
  };
}
export type ReadingService = ReturnType<typeof createReadingService>;
