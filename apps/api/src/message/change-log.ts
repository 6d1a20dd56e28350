import mongoose, { type Types } from 'mongoose';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import { appendInOrder } from './append.js';
import { type ChangeDoc, ChangeModel } from './change.model.js';

/** Either a message has a new version, or a user has deleted it for themselves. */
export type Change =
  | { messageId: Types.ObjectId; version: number; removedBy: null }
  | { messageId: Types.ObjectId; version: null; removedBy: Types.ObjectId };

/** Reads the number of the last change of a conversation; 0 before its first change. */
export async function readLastChangeNumber(conversation: string): Promise<number> {
  const last = await ChangeModel.findOne({ conversation })
    .sort({ place: -1 })
    .select('place')
    .lean<Pick<ChangeDoc, 'place'>>();
  return last?.place ?? 0;
}

/** Reads the changes of a conversation after a change number, oldest first. */
export async function readChanges(conversation: string, since: number, limit: number): Promise<ChangeDoc[]> {
  return ChangeModel.find({ conversation, place: mongoose.trusted({ $gt: since }) })
    .sort({ place: 1 })
    .limit(limit)
    .lean<ChangeDoc[]>();
}

/** Whether the log contains a change or a later version of the same message. */
async function isRecorded({ messageId, version, removedBy }: Change): Promise<boolean> {
  if (version === 0) return true; // The message was never changed.
  const filter = removedBy ? { removedBy } : { version: mongoose.trusted({ $gte: version }) };
  return (await ChangeModel.exists({ messageId, ...filter })) !== null;
}

/** Creates the log of changes to stored messages: see docs/decisions/006-changes-and-receipts.md. */
export function createChangeLog() {
  const runExclusive = createKeyedQueue();

  return {
    /**
     * Records a change. Call it after saving the change in the message.
     *
     * @param publish - called with the change number, in ascending order within this process.
     * @param isRepeat - whether an earlier request may have recorded the change already; it is then recorded only if it
     * is missing. So a retry completes a request that failed between the two writes.
     */
    async record(
      conversation: string,
      change: Change,
      publish: (changeNumber: number) => Promise<void>,
      isRepeat: boolean,
    ): Promise<void> {
      if (isRepeat && (await isRecorded(change))) return;
      await runExclusive(conversation, async () => {
        const { place } = await appendInOrder({
          readLast: () => readLastChangeNumber(conversation),
          insert: (position) => ChangeModel.create({ ...change, conversation, place: position }),
          positionField: 'place',
        });
        await publish(place);
      });
    },
  };
}
export type ChangeLog = ReturnType<typeof createChangeLog>;
