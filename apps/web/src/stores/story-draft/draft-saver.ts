import type { Draft } from '@safarnama/contracts';
import { ApiError } from '../../lib/api-client.ts';
import { createBackoff } from '../../lib/backoff.ts';
import { isPermanentFailure } from '../../lib/failures.ts';
import { computeTimeout, respondInTime } from './draft-clock.ts';
import { digestFields, isLostSave } from './draft-digest.ts';
import {
  asNewDraft,
  continueFrom,
  createDraftKey,
  type DraftRecord,
  NO_SERVER_STATE,
  type PostFields,
  pickServerState,
  recordSaved,
  toDraftBody,
  toRecord,
} from './draft-record.ts';
import type { DraftDeps, DraftSaver } from './draft-saver-types.ts';
import { type DraftEvent, type DraftState, INITIAL_STATE, isUnreachable, nextState } from './draft-state.ts';
import { createDraftWriter } from './draft-writer.ts';
import { createSendSchedule } from './send-schedule.ts';

/** While the author types without a pause, a change is sent at least this often. */
const MAX_SEND_DELAY_MS = 4_000;
/** Like `MAX_SEND_DELAY_MS`, on a device that cannot store the draft. The API accepts 120 saves a minute. */
const MAX_SEND_DELAY_WITHOUT_DEVICE_MS = 750;
const FIRST_RETRY_MS = 2_000;

/** Saves one story draft on the device and on the server while it is being written. */
export function createDraftSaver(
  opened: { record: DraftRecord; conflict?: Draft },
  deps: DraftDeps,
): DraftSaver {
  const { clock } = deps;
  const backoff = createBackoff(FIRST_RETRY_MS);
  const sendSchedule = createSendSchedule(clock, () => void send());
  const listeners = new Set<() => void>();
  let record = opened.record;
  let state: DraftState = opened.conflict
    ? nextState(INITIAL_STATE, { kind: 'conflicted', stored: opened.conflict })
    : INITIAL_STATE;
  let request: AbortController | null = null;
  /** The running attempt to send, or the last one. */
  let sending: Promise<void> = Promise.resolve();
  let hasSent = record.version > 0;
  let isRemoved = false;
  let isStopped = false;

  function dispatch(event: DraftEvent): void {
    const next = nextState(state, event);
    if (next === state) return;
    state = next;
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  const canSend = () =>
    !isStopped && state.status !== 'closed' && state.status !== 'conflict' && deps.isSignedIn(record.userId);

  const writer = createDraftWriter({
    device: deps.device,
    clock,
    getRecord: () => record,
    onWritten(isComplete) {
      dispatch({ kind: 'deviceWritten', isComplete });
      if (!isComplete && state.status === 'dirty' && canSend()) scheduleAfterChange();
    },
    onRenewed(key) {
      record = asNewDraft(record, key);
      // A running request would save the text under the old key.
      abort();
      dispatch({ kind: 'resolved', isSaved: false });
      sendSchedule.after(0);
    },
  });

  function scheduleAfterChange(): void {
    sendSchedule.afterChange(state.hasDeviceFailed ? MAX_SEND_DELAY_WITHOUT_DEVICE_MS : MAX_SEND_DELAY_MS);
  }

  function change(fields: PostFields): void {
    record = { ...record, fields, isSaved: false, changedAt: clock.now() };
    saveChanges();
  }

  /** Schedules the writing and the sending of unsent changes. */
  function saveChanges(): void {
    dispatch({ kind: 'changed' });
    writer.schedule();
    // A pending retry keeps its time.
    if (!isUnreachable(state.status) && canSend()) scheduleAfterChange();
  }

  /** Sends unsent changes. @returns the new attempt or the running one. */
  function send(): Promise<void> {
    if (request === null && !record.isSaved && canSend()) sending = sendRecord();
    return sending;
  }

  async function sendRecord(): Promise<void> {
    const controller = new AbortController();
    request = controller;
    const { signal } = controller;
    const sent = record;
    const { fields, unconfirmed } = sent;
    sendSchedule.markSending();
    // Writes the digest to the device first, so that after a crash a draft stored by the server is recognized as this
    // one.
    record = { ...record, unconfirmed: [...new Set([...unconfirmed, digestFields(fields)])] };
    dispatch({ kind: 'sending' });
    const isWritten = writer.write();
    // A device that does not respond would delay each save by seconds.
    if (!state.hasDeviceFailed) await isWritten;
    try {
      signal.throwIfAborted();
      hasSent = true;
      const body = toDraftBody({ ...record, fields });
      const draft = await respondInTime(clock, deps.save(record.key, body, signal), computeTimeout(body));
      if (!signal.aborted) accept(draft, sent);
    } catch (error) {
      if (!signal.aborted) await handleFailure(error, sent);
    } finally {
      // Aborts a request that has timed out.
      controller.abort();
      if (request === controller) request = null;
      if (state.status === 'dirty' && !sendSchedule.isPending()) scheduleAfterChange();
    }
  }

  function accept(draft: Draft, sent: DraftRecord): void {
    backoff.reset();
    record = recordSaved(record, draft, sent);
    dispatch({ kind: 'sent', isCurrent: record.isSaved });
    void writer.write();
  }

  /** @param sent - the record as it was before the attempt. */
  async function handleFailure(error: unknown, { fields, unconfirmed }: DraftRecord): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 409 || status === 404) {
      // The server has not stored this attempt: a draft that it has, even with the same content, was sent by another
      // form.
      record = { ...record, unconfirmed };
      void writer.write();
      try {
        return handleConflict(status === 404 ? null : await find());
      } catch {
        // The draft is fetched again after the next failed attempt.
      }
    } else if (isPermanentFailure(error) && status < 500) {
      const isPictureRefused = error.fields.some(({ field }) => field === 'blogImage');
      if (isPictureRefused && !fields.image.startsWith('data:')) return dropPicture(fields.image);
      const isCurrent = record.fields === fields;
      dispatch({ kind: 'refused', reason: isCurrent ? () => error.serverMessage : null });
      return;
    }
    dispatch({ kind: 'unreachable' });
    const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    sendSchedule.after(Math.max(retryAfterMs, backoff.next()));
  }

  /** Continues without a picture that the server no longer has, for example because the story got another one. */
  function dropPicture(image: string): void {
    const { fields } = record;
    if (fields.image === image)
      record = { ...record, fields: { ...fields, image: '', imageAlt: '', lostPicture: image } };
    dispatch({ kind: 'refused', reason: null });
    void writer.write();
    sendSchedule.after(0);
  }

  /**
   * Continues from a stored draft that is an earlier save of this form whose response was lost.
   *
   * @returns whether it did.
   */
  function adoptOwn(stored: Draft): boolean {
    if (!isLostSave(record, stored)) return false;
    record = continueFrom(record, stored);
    return true;
  }

  /** Deletes the server's draft, unless this form has never had its version or it belongs to an unpublished story. */
  async function removeStored(isPublished: boolean): Promise<void> {
    // Publishing removes the draft; only a save without a response may have created it again.
    const mayExist = isPublished ? record.unconfirmed.length > 0 : hasSent;
    const stored = mayExist ? await find() : null;
    if (stored === null) {
      // The server may still be processing a save; it creates no draft that was deleted.
      const mayFollow = mayExist && !isPublished && record.unconfirmed.length > 0;
      if (mayFollow) await deps.remove(record.key);
      return;
    }
    if (stored.isUnpublished) return;
    if (stored.version === record.version || isLostSave(record, stored)) await deps.remove(record.key);
  }

  const find = () => deps.find(record.key);

  function handleConflict(stored: Draft | null): void {
    if (stored !== null && adoptOwn(stored)) {
      dispatch({ kind: 'sent', isCurrent: false });
      sendSchedule.after(0);
    } else dispatch({ kind: 'conflicted', stored });
  }

  /** Turns the text into a draft that the server does not have yet. */
  function renew(): void {
    const { key } = record;
    record = asNewDraft(record, createDraftKey());
    writer.replace(key);
  }

  function abort(): void {
    sendSchedule.cancel();
    request?.abort();
    request = null;
  }

  return {
    getState: () => state,
    getRecord: () => record,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    change,
    resume: saveChanges,

    moveCaret(caret) {
      if (caret === record.caret) return;
      record = { ...record, caret };
      const hasDraft = record.changedAt > 0;
      if (hasDraft) writer.schedule();
    },

    flush: writer.flush,

    async sendNow() {
      if (state.status !== 'clean' && state.status !== 'refused') await send();
    },

    close() {
      abort();
      dispatch({ kind: 'closed' });
    },

    reopen() {
      if (isRemoved) return;
      dispatch({ kind: 'reopened', isSaved: record.isSaved });
      if (!record.isSaved) scheduleAfterChange();
    },

    reconcile(stored) {
      if (adoptOwn(stored)) return true;
      dispatch({ kind: 'reopened', isSaved: record.isSaved });
      dispatch({ kind: 'conflicted', stored });
      return false;
    },

    rebase({ _id, version }, fields) {
      record = { ...record, postId: _id, baseVersion: version, isUnpublished: false };
      change(fields);
    },

    continueAsEdit({ _id, version }) {
      renew();
      record = { ...record, postId: _id, baseVersion: version };
      dispatch({ kind: 'reopened', isSaved: false });
      sendSchedule.after(0);
    },

    setSchedule(draft) {
      // Without a draft on the server, it is still known whether this is one of an unpublished story.
      const { isUnpublished } = record;
      record = { ...record, ...(draft ? pickServerState(draft) : { ...NO_SERVER_STATE, isUnpublished }) };
      if (draft) notify();
      else dispatch({ kind: 'conflicted', stored: null });
      void writer.write();
    },

    async remove({ isPublished }) {
      isRemoved = true;
      abort();
      dispatch({ kind: 'closed' });
      await writer.remove();
      // If this fails, a draft remains on the server, but no text is lost.
      await removeStored(isPublished).catch(() => undefined);
    },

    keepOwn() {
      const { stored } = state;
      if (stored) record = continueFrom(record, stored);
      else renew();
      record = { ...record, isSaved: false };
      dispatch({ kind: 'resolved', isSaved: false });
      void writer.write();
      sendSchedule.after(0);
    },

    keepStored(stored) {
      record = toRecord(record.userId, stored);
      dispatch({ kind: 'resolved', isSaved: true });
      void writer.write();
      return record.fields;
    },

    stop() {
      isStopped = true;
      abort();
      writer.cancel();
    },
  };
}
