import mongoose, { type Types } from 'mongoose';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import { appendInOrder } from './append.js';
import { type ChangeDoc, ChangeModel } from './change.model.js';

/** What is noted of a change: that a message has a new version, or that somebody has removed it for themselves. */
export type Change =
  | { messageId: Types.ObjectId; version: number; removedBy: null }
  | { messageId: Types.ObjectId; version: null; removedBy: Types.ObjectId };

/** The change number of a conversation; 0 before its first change. */
export async function lastChangeNumber(conversation: string): Promise<number> {
  const last = await ChangeModel.findOne({ conversation })
    .sort({ place: -1 })
    .select('place')
    .lean<Pick<ChangeDoc, 'place'>>();
  return last?.place ?? 0;
}

/** Changes of a conversation after a change number, oldest first. */
export async function readChanges(conversation: string, since: number, limit: number): Promise<ChangeDoc[]> {
  return ChangeModel.find({ conversation, place: mongoose.trusted({ $gt: since }) })
    .sort({ place: 1 })
    .limit(limit)
    .lean<ChangeDoc[]>();
}

/** Whether a change, or a later one that says as much, is in the log. */
async function isRecorded({ messageId, version, removedBy }: Change): Promise<boolean> {
  if (version === 0) return true; // never changed: there is nothing to note
  const filter = removedBy ? { removedBy } : { version: mongoose.trusted({ $gte: version }) };
  return (await ChangeModel.exists({ messageId, ...filter })) !== null;
}

/** The log of what happened to stored messages: see docs/decisions/006-changes-and-receipts.md. */
export function createChangeLog() {
  const runExclusive = createKeyedQueue();

  return {
    /**
     * Notes a change that is written to its message already, unless an earlier request did so: one that was cut off
     * between its two writes is made whole by its repeat.
     *
     * @param notify - called with the change number, in the order of the numbers.
     */
    async record(
      conversation: string,
      change: Change,
      notify: (changeNumber: number) => Promise<void>,
      isRepeat: boolean,
    ): Promise<void> {
      if (isRepeat && (await isRecorded(change))) return;
      await runExclusive(conversation, async () => {
        const { place: position } = await appendInOrder({
          readLast: () => lastChangeNumber(conversation),
          insert: (position) => ChangeModel.create({ ...change, conversation, place: position }),
          positionField: 'place',
        });
        await notify(position);
      });
    },
  };
}
