import type { DraftClock } from './draft-clock.ts';
import type { DraftDevice } from './draft-device.ts';
import type { DraftRecord } from './draft-record.ts';

/** Delay of a scheduled write: short enough to store a change within a second, even on a busy device. */
const DEVICE_DELAY_MS = 250;

interface WriterDeps {
  device: DraftDevice;
  clock: DraftClock;
  /** The record to write, read when a write begins. */
  getRecord: () => DraftRecord;
  onWritten: (isComplete: boolean) => void;
  /** Receives the key under which the draft is stored from now on, since another tab writes the one with its key. */
  onRenewed: (key: string) => void;
}

/** Writes one draft to the device. */
interface DraftWriter {
  /** Schedules a write in `DEVICE_DELAY_MS`, unless one is scheduled already. */
  schedule: () => void;
  /** Writes everything. @returns false when the device could not store all of it. */
  write: () => Promise<boolean>;
  /** Writes changes that are not written yet. @returns like `write`. */
  flush: () => Promise<boolean>;
  /**
   * Stores the record under its new key, moves its uploads, and then removes the record with the old key. Later writes
   * repeat what has failed.
   */
  replace: (oldKey: string) => void;
  /** Removes the draft; later writes do nothing. */
  remove: () => Promise<void>;
  /** Cancels the scheduled write. */
  cancel: () => void;
}

export function createDraftWriter({
  device,
  clock,
  getRecord,
  onWritten,
  onRenewed,
}: WriterDeps): DraftWriter {
  let cancelTimer: (() => void) | null = null;
  /** The latest write; each one starts when the previous one has ended. */
  let lastWrite: Promise<boolean> = Promise.resolve(true);
  /** Whether a write waits for the one that is running. One is enough, since it reads the latest record. */
  let isQueued = false;
  let isRemoved = false;
  /** Former keys of the draft whose records are still on the device. */
  const oldKeys = new Set<string>();

  function cancel(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  async function put(): Promise<boolean> {
    if (isRemoved) return true;
    const record = getRecord();
    // A key that is replaced during this write may be the key of `record`.
    const replaced = [...oldKeys];
    const isComplete = await device.put(record, onRenewed);
    onWritten(isComplete);
    if (!isComplete) return false;
    for (const oldKey of replaced) {
      // Until the uploads are moved, only the old record is complete on this device.
      if (!(await device.moveUploads(record.userId, oldKey, record.key))) return false;
      await device.remove(record.userId, oldKey, true);
      oldKeys.delete(oldKey);
    }
    return true;
  }

  function write(): Promise<boolean> {
    cancel();
    if (isQueued) return lastWrite;
    isQueued = true;
    lastWrite = lastWrite.then(() => {
      isQueued = false;
      return put();
    });
    return lastWrite;
  }

  return {
    write,
    cancel,
    flush: () => (cancelTimer === null ? lastWrite : write()),

    schedule() {
      cancelTimer ??= clock.after(DEVICE_DELAY_MS, () => void write());
    },

    replace(oldKey) {
      oldKeys.add(oldKey);
      void write();
    },

    async remove() {
      isRemoved = true;
      cancel();
      await lastWrite;
      const { userId, key } = getRecord();
      for (const each of [...oldKeys, key]) {
        await device.remove(userId, each, true);
        void device.removeLatePictures(userId, each);
      }
    },
  };
}
