import type { DraftClock } from './draft-clock.ts';
import type { DraftDevice } from './draft-device.ts';
import type { DraftRecord } from './draft-record.ts';

/** A change is on the device within a second, also when the device is busy. */
export const DEVICE_DELAY_MS = 250;

interface WriterDeps {
  device: DraftDevice;
  clock: DraftClock;
  /** The record to write, read when a write begins. */
  getRecord: () => DraftRecord;
  onWritten: (isComplete: boolean) => void;
}

/** Writes one draft to the device. */
export interface DraftWriter {
  /** Writes in a moment, together with what changes until then. */
  schedule: () => void;
  /** Writes everything. @returns false when the device could not store all of it. */
  write: () => Promise<boolean>;
  /** Writes what is not written yet. @returns as `write`. */
  flush: () => Promise<boolean>;
  /** Writes the record, which has got a new key, and then removes the one with the old key. */
  replace: (oldKey: string) => void;
  /** Removes the draft and writes nothing any more. */
  remove: () => Promise<void>;
  /** Cancels the scheduled write. */
  cancel: () => void;
}

export function createDraftWriter({ device, clock, getRecord, onWritten }: WriterDeps): DraftWriter {
  let cancelTimer: (() => void) | null = null;
  /** Ends with the last write: they run one after the other. */
  let work: Promise<boolean> = Promise.resolve(true);
  /** Whether a write waits for the one that is running. One is enough, since it reads the latest record. */
  let isQueued = false;
  let isRemoved = false;

  function cancel(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  async function put(): Promise<boolean> {
    if (isRemoved) return true;
    const isComplete = await device.put(getRecord());
    onWritten(isComplete);
    return isComplete;
  }

  function write(): Promise<boolean> {
    cancel();
    if (isQueued) return work;
    isQueued = true;
    work = work.then(() => {
      isQueued = false;
      return put();
    });
    return work;
  }

  return {
    write,
    cancel,
    flush: () => (cancelTimer === null ? work : write()),

    schedule() {
      cancelTimer ??= clock.after(DEVICE_DELAY_MS, () => void write());
    },

    replace(oldKey) {
      work = work.then(async () => {
        const { userId, key } = getRecord();
        const isStored = (await put()) && (await device.moveUploads(userId, oldKey, key));
        // Until then the old record is the only complete one on this device.
        if (isStored) await device.remove(userId, oldKey);
        return isStored;
      });
    },

    async remove() {
      isRemoved = true;
      cancel();
      await work;
      const { userId, key } = getRecord();
      await device.remove(userId, key);
    },
  };
}
