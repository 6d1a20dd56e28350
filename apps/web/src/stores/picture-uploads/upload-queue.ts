import type { uploadPicture } from '../../api/upload.api.ts';
import { createBackoff } from '../../lib/backoff.ts';
import { randomId } from '../../lib/random-id.ts';
import { IMAGE_STRINGS, PictureError } from '../../lib/read-image.ts';
import type { DraftClock } from '../story-draft/draft-clock.ts';
import { trackFileWrite } from './file-writes.ts';
import { pictureKey } from './pending-pictures.ts';
import { attemptUpload } from './upload-attempt.ts';
import type { UploadDevice } from './upload-device.ts';
import { classifyFailure } from './upload-failure.ts';
import { createRecord, type PictureSize, resumeRecord, type UploadRecord } from './upload-record.ts';
import { nextState, type UploadEvent, type UploadState } from './upload-state.ts';

/** After the server has failed to store a picture this many times, in about a minute, the author has to retry it. */
const MAX_SERVER_FAILURES = 8;

const NOT_ON_DEVICE: UploadState = {
  status: 'failed',
  reason: () => IMAGE_STRINGS.missing,
  canRetry: false,
};

/** A picture in the text, as the editor shows it. */
export interface PictureUpload {
  id: string;
  state: UploadState;
  /** URL of the file on this device; null when the file is not here. */
  previewUrl: string | null;
  size: PictureSize | null;
  /** False when this device could not store the file, so that a reload would lose it. */
  isStoredOnDevice: boolean;
  /** Key of the picture before it was missing on the server: the text may still contain it. */
  missingKey?: string;
}

export interface UploadDeps {
  userId: string;
  /** Key of the draft whose text contains the pictures; it changes when the text becomes a new draft. */
  getDraftKey: () => string;
  device: UploadDevice;
  clock: DraftClock;
  /**
   * Makes a picture ready for its upload.
   *
   * @throws PictureError.
   */
  prepare: (file: File) => Promise<{ picture: Blob; size: PictureSize | null }>;
  upload: typeof uploadPicture;
  isSignedIn: (userId: string) => boolean;
  createPreview: (file: Blob) => string;
  revokePreview: (url: string) => void;
}

export interface UploadQueue {
  /**
   * The pictures of this form in the order in which they were added. Returns the same array until something changes.
   */
  list: () => readonly PictureUpload[];
  get: (id: string) => PictureUpload | undefined;
  /** @returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
  /** Adds a picture, which is shown immediately and uploaded in turn. @returns its id. */
  add: (file: File | Promise<File>) => string;
  /** Continues the uploads of an opened draft, and restores its uploaded pictures that are still on this device. */
  restore: (ids: readonly string[]) => Promise<void>;
  /**
   * Sets which pictures the text contains. Others are not uploaded, but stay in the list, because Undo may restore them.
   */
  setUsed: (ids: readonly string[]) => void;
  retry: (id: string) => void;
  /** Immediately continues uploads that wait for the connection or the session. */
  retryNow: () => void;
  /**
   * Uploads pictures of the text again that the server no longer has. One that is not on this device either becomes a
   * failed upload, so that the author sees which one to remove.
   */
  recover: (keys: readonly string[]) => Promise<void>;
  /** Removes uploaded pictures from the device, since the server's draft now contains them. */
  forgetUploaded: (keys: readonly string[]) => void;
  /** Stops all uploads; they can be continued from the device. */
  stop: () => void;
}

interface Entry {
  upload: PictureUpload;
  file: Blob | null;
  record: UploadRecord;
  /** Number of times that the server failed to store the picture since it was added or retried. */
  serverFailures: number;
  /** Whether the file was deleted from the device, since the server's draft has the picture. */
  isRemovedFromDevice?: boolean;
}

/**
 * The last write of an original to the device. Files are stored one after the other: storing many large files at the
 * same time would need too much memory and time. Shared by all queues, since a form that was left still stores its
 * files.
 */
let storing: Promise<void> = Promise.resolve();

/** Uploads the pictures of a story's text in the background, one after the other. */
export function createUploadQueue(deps: UploadDeps): UploadQueue {
  const { clock, device, userId } = deps;
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const backoff = createBackoff();
  let views: readonly PictureUpload[] = [];
  let used: ReadonlySet<string> = new Set();
  let current: { id: string; controller: AbortController } | null = null;
  let isPreparing = false;
  /** The last `restore`. */
  let restoring: Promise<unknown> = Promise.resolve();
  let cancelTimer: (() => void) | null = null;
  let isStopped = false;

  function notify(): void {
    views = [...entries.values()].map(({ upload }) => upload);
    for (const listener of listeners) listener();
  }

  function dispatch(entry: Entry, event: UploadEvent): void {
    const state = nextState(entry.upload.state, event);
    if (state === entry.upload.state) return;
    entry.upload = { ...entry.upload, state };
    notify();
  }

  function update(entry: Entry, change: Partial<UploadRecord>): void {
    entry.record = { ...entry.record, ...change };
    void device.update(userId, entry.record.id, change);
  }

  /** Null after `stop`, which has revoked all others. */
  const createPreview = (file: Blob) => (isStopped ? null : deps.createPreview(file));

  function insert(record: UploadRecord, file: Blob | null, state: UploadState): Entry {
    const { id, size } = record;
    const previewUrl = file && createPreview(file);
    const upload = { id, state, previewUrl, size, isStoredOnDevice: true };
    const entry: Entry = { upload, file, record, serverFailures: 0 };
    entries.set(id, entry);
    return entry;
  }

  const isRunnable = () => !isStopped && deps.isSignedIn(userId);

  /** Prepares pictures one at a time, since each needs a lot of memory. */
  async function prepareNext(): Promise<void> {
    if (isPreparing || !isRunnable()) return;
    const entry = [...entries.values()].find(
      ({ upload, file }) => upload.state.status === 'preparing' && file !== null,
    );
    if (!entry || entry.file === null) return;
    isPreparing = true;
    try {
      await trackFileWrite(prepare(entry, entry.file));
      dispatch(entry, { kind: 'prepared' });
    } catch (error) {
      const reason = error instanceof PictureError ? error.reason : () => IMAGE_STRINGS.uploadFailed;
      dispatch(entry, { kind: 'failed', reason, canRetry: false });
    } finally {
      isPreparing = false;
    }
    uploadNext();
    void prepareNext();
  }

  async function prepare(entry: Entry, file: Blob): Promise<void> {
    const { name, type } = entry.record;
    const { picture, size } = await deps.prepare(new File([file], name, { type }));
    entry.file = picture;
    entry.record = { ...entry.record, isPrepared: true, type: picture.type, size };
    if (entry.upload.previewUrl !== null) deps.revokePreview(entry.upload.previewUrl);
    entry.upload = { ...entry.upload, size, previewUrl: createPreview(picture) };
    // The picture is uploaded even if the device cannot store it.
    await store(entry, picture);
  }

  function uploadNext(): void {
    if (current !== null || cancelTimer !== null || !isRunnable()) return;
    const due = [...entries.values()].filter(
      ({ upload: { id, state } }) =>
        used.has(id) && ['waiting', 'uploading', 'retrying', 'rateLimited'].includes(state.status),
    );
    // A picture that the server cannot store must not delay the others.
    const [entry] = due.sort((a, b) => a.serverFailures - b.serverFailures);
    if (entry) void upload(entry);
  }

  async function upload(entry: Entry): Promise<void> {
    const { record, file } = entry;
    if (file === null) return;
    const controller = new AbortController();
    current = { id: record.id, controller };
    dispatch(entry, { kind: 'started' });
    try {
      const src = await attemptUpload(file, controller, {
        clock,
        upload: deps.upload,
        uploadUrl: record.uploadUrl,
        onUrl: (uploadUrl) => update(entry, { uploadUrl }),
        onProgress: (sent) => dispatch(entry, { kind: 'progressed', sent }),
      });
      backoff.reset();
      update(entry, { src, uploadedAt: clock.now() });
      dispatch(entry, { kind: 'finished', src });
    } catch (error) {
      if (current?.controller === controller) handleFailure(entry, error);
    }
    if (current?.controller !== controller) return;
    current = null;
    uploadNext();
  }

  function handleFailure(entry: Entry, error: unknown): void {
    const failure = classifyFailure(error, entry.record.uploadUrl !== null);
    switch (failure.kind) {
      case 'signedOut':
        for (const other of entries.values()) dispatch(other, { kind: 'signedOut' });
        break;
      case 'rateLimited':
        dispatch(entry, { kind: 'rateLimited', untilMs: clock.now() + failure.delayMs });
        continueAfter(failure.delayMs);
        break;
      case 'expired':
        update(entry, { uploadUrl: null });
        dispatch(entry, { kind: 'expired' });
        break;
      case 'rejected':
        // The server has deleted the rejected upload.
        update(entry, { uploadUrl: null });
        dispatch(entry, { kind: 'failed', reason: failure.reason, canRetry: failure.canRetry });
        break;
      case 'interrupted':
        if (failure.isServerFault) entry.serverFailures += 1;
        if (entry.serverFailures === MAX_SERVER_FAILURES) {
          dispatch(entry, { kind: 'failed', reason: () => IMAGE_STRINGS.uploadFailed, canRetry: true });
        } else {
          dispatch(entry, { kind: 'interrupted' });
          continueAfter(Math.max(failure.retryAfterMs, backoff.next()));
        }
    }
  }

  function continueAfter(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = clock.after(delayMs, () => {
      cancelTimer = null;
      uploadNext();
    });
  }

  function abortCurrent(): void {
    const aborted = current;
    current = null;
    aborted?.controller.abort();
  }

  async function restoreOne(id: string): Promise<void> {
    const read = () => device.get(userId, id);
    // The form that was left may not have stored the file yet.
    const stored = (await read()) ?? (await storing.then(read));
    if (entries.has(id) || isStopped) return;
    const draftKey = deps.getDraftKey();
    if (stored === null) return void insert(createRecord(userId, id, draftKey), null, NOT_ON_DEVICE);
    if (stored.record.draftKey !== draftKey) void device.update(userId, id, { draftKey });
    const { record, state } = resumeRecord(stored.record, draftKey, clock.now());
    insert(record, stored.file, state);
  }

  async function restoreUploaded(pendingIds: readonly string[]): Promise<void> {
    for (const record of await device.list(userId, deps.getDraftKey())) {
      const { id, src } = record;
      if (src === null || entries.has(id) || pendingIds.includes(id) || isStopped) continue;
      insert(record, null, { status: 'done', src });
    }
  }

  const findUploaded = (keys: readonly string[]) =>
    [...entries.values()].filter(
      ({ upload: { state } }) => state.status === 'done' && keys.includes(pictureKey(state.src)),
    );

  async function recoverOne(key: string): Promise<void> {
    const [uploaded] = findUploaded([key]);
    const stored = uploaded && (uploaded.file ?? (await device.get(userId, uploaded.record.id))?.file);
    const isRecovered = [...entries.values()].some(({ upload }) => upload.missingKey === key);
    if (isRecovered || isStopped) return;
    if (!uploaded || !stored) return insertMissing(key);
    uploaded.file = stored;
    uploaded.record = { ...uploaded.record, uploadUrl: null, src: null, uploadedAt: null };
    uploaded.isRemovedFromDevice = false;
    const previewUrl = uploaded.upload.previewUrl ?? createPreview(stored);
    uploaded.upload = { ...uploaded.upload, previewUrl, missingKey: key };
    dispatch(uploaded, { kind: 'missing' });
    await trackFileWrite(store(uploaded, stored));
  }

  function insertMissing(key: string): void {
    const entry = insert(createRecord(userId, randomId(), deps.getDraftKey()), null, NOT_ON_DEVICE);
    entry.upload = { ...entry.upload, missingKey: key };
    notify();
  }

  /** Stores the file before it is prepared, so that a crash in the meantime does not lose it. */
  async function storeOriginal(entry: Entry, file: File): Promise<void> {
    entry.record = { ...entry.record, type: file.type, name: file.name };
    if (entry.file === null) {
      entry.file = file;
      entry.upload = { ...entry.upload, previewUrl: createPreview(file) };
      notify();
    }
    // A picture that was prepared in the meantime is already stored, in place of its original.
    storing = storing.then(() => (entry.record.isPrepared ? undefined : store(entry, file)));
    await trackFileWrite(storing);
    void prepareNext();
  }

  async function store(entry: Entry, file: Blob): Promise<void> {
    const isStoredOnDevice = await device.put({ ...entry.record, draftKey: deps.getDraftKey() }, file);
    if (isStoredOnDevice === entry.upload.isStoredOnDevice) return;
    entry.upload = { ...entry.upload, isStoredOnDevice };
    notify();
  }

  return {
    list: () => views,
    get: (id) => entries.get(id)?.upload,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    add(file) {
      const id = randomId();
      const isRead = file instanceof File;
      const record = createRecord(userId, id, deps.getDraftKey());
      const entry = insert(record, isRead ? file : null, { status: 'preparing' });
      if (isRead) void storeOriginal(entry, file);
      else {
        file.then(
          (read) => storeOriginal(entry, read),
          () => dispatch(entry, { kind: 'failed', reason: () => IMAGE_STRINGS.unreadable, canRetry: false }),
        );
      }
      notify();
      return id;
    },

    async restore(ids) {
      isStopped = false;
      restoring = Promise.all([...ids.map(restoreOne), restoreUploaded(ids)]);
      await restoring;
      notify();
      void prepareNext();
      uploadNext();
    },

    setUsed(ids) {
      used = new Set(ids);
      if (current !== null && !used.has(current.id)) {
        const entry = entries.get(current.id);
        abortCurrent();
        if (entry) dispatch(entry, { kind: 'interrupted' });
      }
      uploadNext();
    },

    retry(id) {
      const entry = entries.get(id);
      if (!entry || entry.file === null) return;
      entry.serverFailures = 0;
      dispatch(entry, { kind: 'retried', isPrepared: entry.record.isPrepared });
      void prepareNext();
      uploadNext();
    },

    retryNow() {
      cancelTimer?.();
      cancelTimer = null;
      if (!isRunnable()) return;
      for (const entry of entries.values()) {
        if (entry.upload.state.status === 'signedOut') {
          dispatch(entry, { kind: 'retried', isPrepared: entry.record.isPrepared });
        }
      }
      uploadNext();
    },

    async recover(keys) {
      await restoring;
      await Promise.all(keys.map(recoverOne));
      uploadNext();
    },

    forgetUploaded(keys) {
      for (const entry of findUploaded(keys)) {
        if (entry.isRemovedFromDevice) continue;
        entry.isRemovedFromDevice = true;
        void device.remove(userId, entry.record.id);
      }
    },

    stop() {
      isStopped = true;
      cancelTimer?.();
      abortCurrent();
      for (const { upload } of entries.values()) {
        if (upload.previewUrl !== null) deps.revokePreview(upload.previewUrl);
      }
    },
  };
}
