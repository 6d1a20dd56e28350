import type { Draft } from '@safarnama/contracts';
import { create } from 'zustand';
import * as draftApi from '../../api/draft.api.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useAuthStore } from '../auth.store.ts';
import { isSignedIn } from '../track-user.ts';
import { type DraftClock, respondInTime } from './draft-clock.ts';
import { createDraftDevice } from './draft-device.ts';
import { isLostSave } from './draft-digest.ts';
import { continueFrom, type DraftRecord, isOnServer, pickServerState, toRecord } from './draft-record.ts';
import { createDraftSaver } from './draft-saver.ts';
import type { DraftSaver } from './draft-saver-types.ts';

/** Timeout of reads from the server that can fall back to the device. */
const FALLBACK_TIMEOUT_MS = 10_000;

/** A draft that the form can continue. */
export interface OpenedDraft {
  record: DraftRecord;
  /** The draft on the server, if it was changed there while this device had changes of its own. */
  conflict?: Draft;
}

const device = createDraftDevice();

export const CLOCK: DraftClock = {
  now: serverNow,
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Savers of drafts in a form, and of drafts whose form was left before everything was sent. */
const savers = new Set<DraftSaver>();
const savedListeners = new Set<(record: DraftRecord) => void>();

// After a sign-out, no further attempt is scheduled for a draft whose form was left.
useAuthStore.subscribe(({ user }, { user: previous }) => {
  if (user === null || user._id === previous?._id) return;
  for (const saver of savers) void saver.sendNow();
});

export function openSaver(opened: OpenedDraft): DraftSaver {
  return createDraftSaver(opened, {
    save: (...args) => draftApi.save(...args),
    find: draftApi.find,
    remove: draftApi.remove,
    device,
    clock: CLOCK,
    isSignedIn,
  });
}

/** Call when a form shows the draft, and `releaseSaver` when it no longer does. */
export function holdSaver(saver: DraftSaver): void {
  savers.add(saver);
}

const isHeld = (key: string) => [...savers].some((saver) => saver.getRecord().key === key);

/** Saves the remaining changes after the form was left. */
export function releaseSaver(saver: DraftSaver): void {
  const dropIfDone = () => {
    const { status } = saver.getState();
    if (status !== 'clean' && status !== 'saved') return;
    savers.delete(saver);
    if (status === 'saved') for (const listener of savedListeners) listener(saver.getRecord());
  };
  saver.subscribe(dropIfDone);
  void saver.flush().then(dropIfDone);
  void saver.sendNow();
}

/**
 * Calls the listener with each draft that the server has completely after its form was left.
 *
 * @returns a function that ends it.
 */
export function onLeftDraftSaved(listener: (record: DraftRecord) => void): () => void {
  savedListeners.add(listener);
  return () => savedListeners.delete(listener);
}

/** Removes a draft that was published or has no changes left. */
export async function removeDraft(saver: DraftSaver, reason: { isPublished: boolean }): Promise<void> {
  await saver.remove(reason);
  savers.delete(saver);
}

/** Stops all pending saves and deletions of drafts, as the end of the page would. For tests. */
export function stopSavers(): void {
  for (const saver of savers) saver.stop();
  savers.clear();
  useHiddenDrafts.setState(new Set(), true);
}

/**
 * Ends the saving of a draft that is about to be read.
 *
 * @returns the draft if the device could not store all of it, otherwise null.
 */
async function stopSaverOf(key: string): Promise<DraftRecord | null> {
  let unwritten: DraftRecord | null = null;
  for (const saver of savers) {
    if (saver.getRecord().key !== key) continue;
    savers.delete(saver);
    const isWritten = saver.flush();
    saver.stop();
    if (!(await isWritten)) unwritten = saver.getRecord();
  }
  return unwritten;
}

/**
 * Reads a draft of the user from the device and the server; only from the server if the device cannot be read.
 *
 * @returns null when there is none.
 * @throws like `request`, when the device does not have the draft and the server cannot be reached, and like
 *   `device.get`, when the server does not have it.
 */
export async function loadDraft(userId: string, key: string): Promise<OpenedDraft | null> {
  showDraft(key);
  let local: DraftRecord | null;
  try {
    local = (await stopSaverOf(key)) ?? (await device.get(userId, key));
  } catch (error) {
    const opened = await loadStored(userId, key);
    if (opened === null) throw error;
    return opened;
  }
  if (local === null) return loadStored(userId, key);
  let stored: Draft | null;
  try {
    stored = await respondInTime(CLOCK, draftApi.find(key), FALLBACK_TIMEOUT_MS);
  } catch {
    return { record: local };
  }
  const opened = mergeDraft(local, stored);
  if (opened === null) await device.remove(userId, key);
  return opened;
}

async function loadStored(userId: string, key: string): Promise<OpenedDraft | null> {
  const stored = await draftApi.find(key);
  return stored && { record: toRecord(userId, stored) };
}

/**
 * Decides between the draft on the device and the one on the server. Null when it was published or deleted elsewhere.
 */
export function mergeDraft(local: DraftRecord, stored: Draft | null): OpenedDraft | null {
  // Changes that were never sent stay; the next save reports that the draft was removed.
  if (stored === null) return isOnServer(local) ? null : { record: { ...local, isSaved: false } };
  if (local.version === stored.version) return { record: { ...local, ...pickServerState(stored) } };
  const remote = toRecord(local.userId, stored);
  if (isOnServer(local)) return { record: remote };
  // The response to an earlier save of this device was lost.
  if (isLostSave(local, stored)) return { record: continueFrom(local, stored) };
  return { record: local, conflict: stored };
}

export interface ListedDrafts {
  /** Latest change first. */
  records: DraftRecord[];
  /** Storages that could not be read; drafts that only they have are missing. */
  unreadable: readonly ('device' | 'server')[];
}

/**
 * Lists the user's drafts on the device and on the server, including hidden ones. Large pictures that are only on the
 * device are omitted. Drafts that were published or deleted elsewhere are removed from the device.
 *
 * @param postId - the story whose drafts to list; all drafts by default.
 */
export async function listDrafts(userId: string, postId?: string): Promise<ListedDrafts> {
  const isListed = (draft: { postId?: string | null }) => postId === undefined || draft.postId === postId;
  // A form that was left just now may still be writing to the device.
  await Promise.all([...savers].map((saver) => saver.flush()));
  const [local, stored] = await Promise.all([
    device.list(userId).catch(() => null),
    draftApi.list(postId).catch(() => null),
  ]);
  const records = new Map<string, DraftRecord>();
  for (const draft of stored?.filter(isListed) ?? []) records.set(draft.key, toRecord(userId, draft));
  for (const record of local?.filter(isListed) ?? []) {
    const isMissing = stored !== null && !records.has(record.key);
    if (isMissing && isOnServer(record)) {
      // Published or deleted elsewhere.
      if (!isHeld(record.key)) void device.remove(userId, record.key, true);
    } else if (!record.isSaved || isMissing || stored === null) records.set(record.key, record);
  }
  const sorted = [...records.values()].sort((a, b) => b.changedAt - a.changedAt);
  const unreadable = [
    ...(local === null ? (['device'] as const) : []),
    ...(stored === null ? (['server'] as const) : []),
  ];
  return { records: sorted, unreadable };
}

/** The user's drafts like `listDrafts`, without hidden ones. */
export async function listShownDrafts(userId: string, postId?: string): Promise<DraftRecord[]> {
  const { records } = await listDrafts(userId, postId);
  return records.filter(({ key }) => !useHiddenDrafts.getState().has(key));
}

/** Keys of the drafts that are deleted, or will be unless the deletion is undone. */
export const useHiddenDrafts = create<ReadonlySet<string>>(() => new Set());

/**
 * Hides a draft before `deleteHidden` deletes it, or `deleteHiddenOnLeave` when the page is closed before. If the browser
 * ends the page without an event, the draft stays.
 */
export function hideDraft(key: string): void {
  useHiddenDrafts.setState((hidden) => new Set([...hidden, key]), true);
}

export function showDraft(key: string): void {
  useHiddenDrafts.setState((hidden) => new Set([...hidden].filter((other) => other !== key)), true);
}

/**
 * Deletes a draft on the device and the server, unless it is shown again or its author has signed out.
 *
 * @throws like `request`; the draft is then shown again.
 */
export async function deleteHidden(userId: string, key: string): Promise<void> {
  if (!useHiddenDrafts.getState().has(key)) return;
  try {
    if (!isSignedIn(userId)) return showDraft(key);
    await stopSaverOf(key);
    await draftApi.remove(key).catch(async (error) => {
      // The server may have deleted it although no response arrived in time.
      const isStored = await respondInTime(CLOCK, draftApi.find(key), FALLBACK_TIMEOUT_MS).catch(() => true);
      if (isStored) throw error;
    });
  } catch (error) {
    showDraft(key);
    throw error;
  }
  // It stays hidden: a list may have been loaded before.
  await device.remove(userId, key);
  await device.removeLatePictures(userId, key);
}

/**
 * Like `deleteHidden`, for a page that is about to be closed: the draft can then no longer be shown again. Waits for
 * nothing and reports no failure. Offline the draft stays, because the server would keep an older one.
 */
export function deleteHiddenOnLeave(userId: string, key: string): void {
  if (!useHiddenDrafts.getState().has(key) || !isSignedIn(userId) || !navigator.onLine) return;
  draftApi.removeOnLeave(key);
  void device.remove(userId, key);
}
