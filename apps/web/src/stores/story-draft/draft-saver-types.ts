import type { Draft } from '@safarnama/contracts';
import type { DraftBody } from '../../api/draft.api.ts';
import type { DraftClock } from './draft-clock.ts';
import type { DraftDevice } from './draft-device.ts';
import type { DraftRecord, PostFields } from './draft-record.ts';
import type { DraftState } from './draft-state.ts';

export interface DraftDeps {
  device: DraftDevice;
  /** The calls throw as `request` does. */
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
  /** Stores on the device where the caret is, once there is a draft. */
  moveCaret: (caret: number) => void;
  /** Writes everything to the device now. @returns false when it could not store all of it. */
  flush: () => Promise<boolean>;
  /**
   * Sends what is unsent now, for instance because the network is available again or the form is left.
   *
   * @returns the end of the attempt, or of the one that is running already.
   */
  sendNow: () => Promise<void>;
  /** Stops sending while the story is being published; `reopen` continues. */
  close: () => void;
  reopen: () => void;
  /**
   * Call when publishing was rejected because the server has another version of the draft.
   *
   * @returns true if this form has sent that version: the story can be published again. Else it is a conflict.
   */
  reconcile: (stored: Draft) => boolean;
  /** Makes the draft one that changes this version of a published story to `fields`. */
  rebase: (post: { _id: string; version: number }, fields: PostFields) => void;
  /** After publishing: makes what was written meanwhile a new draft, which changes the published story. */
  continueAsEdit: (post: { _id: string; version: number }) => void;
  /** Updates the time at which the server will publish the draft. */
  setSchedule: (draft: Draft) => void;
  /**
   * Removes the draft from the device and the server, after it was published or discarded. A version that another device
   * has saved in between stays on the server, and so does the draft of an unpublished story.
   */
  remove: (reason: { isPublished: boolean }) => Promise<void>;
  /** Ends a conflict with the text of this form. A draft that was removed elsewhere becomes a new one. */
  keepOwn: () => void;
  /** Ends a conflict with the text of the server. @returns it. */
  keepStored: (stored: Draft) => PostFields;
  /** Stops all timers and requests; the device has what was written last. */
  stop: () => void;
}
