import type { Unread } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { badRequest, notFound } from '../http/app-error.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import type { BlockService } from './block.service.js';
import { type ConversationDoc, ConversationModel, type PositionDoc } from './conversation.model.js';
import { healConversation } from './conversation-row.js';
import { conversationKey, type MessageDoc, MessageModel } from './message.model.js';

/** Who moves a mark. */
export interface Reader {
  userId: string;
  appearsOffline: boolean;
}

type Placed = Pick<MessageDoc, '_id' | 'seq' | 'senderId'>;
type Talk = Pick<ConversationDoc, 'key' | 'participants' | 'lastSeq' | 'unreadFor' | 'marks'>;

const PLACE_FIELDS = 'seq senderId';

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

/** The last message of the other one that a person has read. */
export function ownReadOf(
  { marks }: Pick<ConversationDoc, 'marks'>,
  userId: string,
): PositionDoc | undefined {
  return marks?.[userId]?.own?.read;
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

/** Counts the other person's messages after a place that one can still see. @returns by conversation, zeros left out. */
async function countAfter(
  userId: string,
  talks: readonly { key: string; otherId: string; after: number }[],
): Promise<Map<string, number>> {
  if (talks.length === 0) return new Map();
  const counts = await MessageModel.aggregate<{ _id: string; count: number }>([
    {
      $match: {
        $or: talks.map(({ key, otherId, after }) => ({
          conversation: key,
          senderId: new Types.ObjectId(otherId),
          seq: { $gt: after },
        })),
        deletedAt: null,
        hiddenFor: { $ne: new Types.ObjectId(userId) },
      },
    },
    { $group: { _id: '$conversation', count: { $sum: 1 } } },
  ]);
  return new Map(counts.map(({ _id, count }) => [_id, count]));
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
  /** What a person has not read, by conversation; zeros are left out. Only looks where there may be something. */
  function countUnread(userId: string, talks: readonly Talk[]): Promise<Map<string, number>> {
    const open = talks.filter(({ unreadFor }) => unreadFor?.some((id) => id.equals(userId)));
    return countAfter(
      userId,
      open.map((talk) => ({
        key: talk.key,
        otherId: otherIdOf(talk, userId),
        after: ownReadOf(talk, userId)?.seq ?? 0,
      })),
    );
  }

  /** Moves the marks in one write, which the database compares by itself: so they never go back. */
  async function moveMarks(
    key: string,
    reader: Reader,
    kind: 'delivered' | 'read',
    position: PositionDoc,
    isShown: boolean,
  ): Promise<ConversationDoc | null> {
    const kinds = kind === 'read' ? (['delivered', 'read'] as const) : (['delivered'] as const);
    const sides = isShown ? ['own', 'shown'] : ['own'];
    const paths = sides.flatMap((side) => kinds.map((each) => `marks.${reader.userId}.${side}.${each}`));
    const change = { $max: Object.fromEntries(paths.map((path) => [path, position])) };
    const move = () =>
      ConversationModel.findOneAndUpdate({ key }, change, {
        returnDocument: 'before',
      }).lean<ConversationDoc>();
    const before = await move();
    if (before) return before;
    await healConversation(key);
    return move();
  }

  return {
    countUnread,

    /** What a person has not read of one other, where there may be no row for the two yet. */
    async countUnreadOf(userId: string, otherId: string, talk: Talk | null): Promise<number> {
      const key = conversationKey(userId, otherId);
      const after = (talk && ownReadOf(talk, userId)?.seq) ?? 0;
      return (await countAfter(userId, [{ key, otherId, after }])).get(key) ?? 0;
    },

    /**
     * Notes that the messages of somebody have arrived, or are read. Marks never go back, whatever comes at once.
     *
     * @param upTo - id of any message of the conversation: the mark stands at the writer's newest up to there.
     * @returns how many of their messages are unread now.
     * @throws AppError 404 when nobody has this id, 400 when the message is not of this conversation.
     */
    async move(
      kind: 'delivered' | 'read',
      reader: Reader,
      rawWriterId: string,
      upTo: string,
    ): Promise<{ unreadCount: number }> {
      const { userId } = reader;
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
      if (!newest) return { unreadCount: await this.countUnreadOf(userId, writerId, null) };

      const isShown = !reader.appearsOffline && !isBlocked;
      const position = { seq: newest.seq, id: newest._id };
      const before = await moveMarks(key, reader, kind, position, isShown);
      const { own, shown } = before?.marks?.[userId] ?? {};
      const isAhead = (mark: PositionDoc | undefined) => (mark?.seq ?? 0) < position.seq;
      const readSeq = Math.max(own?.read?.seq ?? 0, kind === 'read' ? position.seq : 0);
      const counts = await countAfter(userId, [{ key, otherId: writerId, after: readSeq }]);
      const unreadCount = counts.get(key) ?? 0;
      if (unreadCount === 0 && before?.unreadFor?.some((id) => id.equals(userId))) {
        await clearHint(userId, before);
      }
      const hasShownMoved = isShown && isAhead(shown?.[kind]);
      if (isAhead(own?.[kind]) || hasShownMoved) {
        const mark = { byUserId: userId, ofUserId: writerId, upTo: newest._id.toHexString(), unreadCount };
        realtime.markMoved(kind, mark, hasShownMoved);
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
