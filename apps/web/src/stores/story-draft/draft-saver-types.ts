import type { Draft } from '@safarnama/contracts';
import type { DraftBody } from '../../api/draft.api.ts';
import type { DraftClock } from './draft-clock.ts';
import type { DraftDevice } from './draft-device.ts';
import type { DraftRecord, PostFields } from './draft-record.ts';
import type { DraftState } from './draft-state.ts';

export interface DraftDeps {
  device: DraftDevice;
  /** `save`, `find` and `remove` throw like `request`. */
  save: (key: string, body: DraftBody, signal: AbortSignal) => Promise<Draft>;
  find: (key: string) => Promise<Draft | null>;
  remove: (key: string) => Promise<void>;
  /** Whether the author is still signed in on this page. */
  isSignedIn: (userId: string) => boolean;
  clock: DraftClock;
}

export interface DraftSaver {
  getState: () => DraftState;
  /** @returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
  getRecord: () => DraftRecord;
  change: (fields: PostFields) => void;
  /** Sends changes that were made before the draft was opened. They keep their time, as the same text in another tab. */
  resume: () => void;
  /** Stores the position of the caret on the device, once there is a draft. */
  moveCaret: (caret: number) => void;
  /** Writes everything to the device now. @returns false when it could not store the whole draft. */
  flush: () => Promise<boolean>;
  /**
   * Sends unsent changes now, for example because the network is available again or the form is left.
   *
   * @returns a promise that resolves at the end of this attempt or of the one already running.
   */
  sendNow: () => Promise<void>;
  /** Stops sending while the story is being published; `reopen` continues. */
  close: () => void;
  reopen: () => void;
  /**
   * Call when publishing was rejected because the server has another version of the draft.
   *
   * @returns true if this form has sent that version, so that publishing can be retried. Otherwise the draft is in
   *   conflict.
   */
  reconcile: (stored: Draft) => boolean;
  /** Makes the draft an edit of this version of a published story, with the content `fields`. */
  rebase: (post: { _id: string; version: number }, fields: PostFields) => void;
  /** Call after publishing: turns what was written in the meantime into a new draft that edits the published story. */
  continueAsEdit: (post: { _id: string; version: number }) => void;
  /**
   * Updates the time at which the server will publish the draft, and why it could not.
   *
   * @param draft - null when the server no longer has the draft, which is a conflict.
   */
  setSchedule: (draft: Draft | null) => void;
  /**
   * Removes the draft from the device and the server, after it was published or discarded. A version that another
   * device has saved in the meantime stays on the server, and so does the draft of an unpublished story.
   */
  remove: (reason: { isPublished: boolean }) => Promise<void>;
  /** Ends a conflict with the text of this form. A draft that was removed elsewhere becomes a new one. */
  keepOwn: () => void;
  /** Ends a conflict with the text of the server. @returns that text. */
  keepStored: (stored: Draft) => PostFields;
  /** Stops all timers and requests, including a scheduled write to the device: call `flush` before. */
  stop: () => void;
}
