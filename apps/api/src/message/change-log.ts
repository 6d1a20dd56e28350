import mongoose, { type Types } from 'mongoose';
import { createAttemptRunner } from '../lib/attempt-runner.js';
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

/** Finds the number under which this change, or a later version of the message, is logged; null if none is. */
async function findNumber({ messageId, version, removedBy }: Change): Promise<number | null> {
  const filter = removedBy ? { removedBy } : { version: mongoose.trusted({ $gte: version }) };
  const last = await ChangeModel.findOne({ messageId, ...filter })
    .sort({ place: -1 })
    .select('place')
    .lean<Pick<ChangeDoc, 'place'>>();
  return last?.place ?? null;
}

/** Creates the log of changes to stored messages: see docs/decisions/006-changes-and-receipts.md. */
export function createChangeLog() {
  const runExclusive = createKeyedQueue();
  const runAttempt = createAttemptRunner();

  return {
    /**
     * Records a change. Call it after saving the change in the message.
     *
     * @param publish - called with the change number, in ascending order within this process.
     * @param isRepeat - whether an earlier request may have recorded the change already; it is then recorded only if it
     * is missing. So a repeated request completes one that failed between saving and recording the change.
     */
    async record(
      conversation: string,
      change: Change,
      publish: (changeNumber: number) => Promise<void>,
      isRepeat: boolean,
    ): Promise<void> {
      if (change.version === 0) return; // The message was never changed.
      const recorded = isRepeat ? await findNumber(change) : null;
      await runAttempt(
        `${change.messageId}:${change.removedBy ?? change.version}`,
        async (mayBeUnpublished) => {
          if (recorded !== null && !mayBeUnpublished) return;
          await runExclusive(conversation, async () =>
            publish(recorded ?? (await append(conversation, change))),
          );
        },
      );
    },
  };
}
export type ChangeLog = ReturnType<typeof createChangeLog>;

/** Adds a change to the log. @returns its number. */
async function append(conversation: string, change: Change): Promise<number> {
  const { place } = await appendInOrder({
    readLast: () => readLastChangeNumber(conversation),
    insert: (position) => ChangeModel.create({ ...change, conversation, place: position }),
    positionField: 'place',
  });
  return place;
}
