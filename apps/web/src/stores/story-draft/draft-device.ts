import { waitForFileWrites } from '../picture-uploads/file-writes.ts';
import { pendingPictureIds } from '../picture-uploads/pending-pictures.ts';
import { type RecordKey, readDraftDb, withDraftDb } from './draft-db.ts';
import {
  asNewDraft,
  createDraftKey,
  type DraftRecord,
  isOnServer,
  NO_SERVER_STATE,
  toFields,
} from './draft-record.ts';

/** Story drafts of all users of this device; each call reads or writes the drafts of one user only. */
export interface DraftDevice {
  /**
   * Stores a draft. A text of another tab that this tab has not read and the server does not have stays; a text that
   * only this tab has then becomes a new draft.
   *
   * @param onRenewed - receives the key of the new draft.
   * @returns false when the device could not store the whole draft.
   */
  put: (record: DraftRecord, onRenewed?: (key: string) => void) => Promise<boolean>;
  /**
   * Returns null when there is no such draft.
   *
   * @throws when the device cannot be read. It may have a later text than the one that the author then continues, so
   *   `put` and `remove` first turn that text into a draft of its own.
   */
  get: (userId: string, key: string) => Promise<DraftRecord | null>;
  /** @throws when the device cannot be read. */
  list: (userId: string) => Promise<DraftRecord[]>;
  /**
   * Removes the draft and the pictures in its text.
   *
   * @param protectsUnread - whether a text stays that another tab has stored and that only the device has.
   */
  remove: (userId: string, key: string, protectsUnread?: boolean) => Promise<void>;
  /**
   * Waits for running writes of pictures, and removes those of a removed draft. Call it after `remove`. A draft that was
   * stored again keeps its pictures.
   */
  removeLatePictures: (userId: string, key: string) => Promise<void>;
  /** Assigns the pictures in a draft's text to another draft. @returns false when the device failed. */
  moveUploads: (userId: string, fromKey: string, toKey: string) => Promise<boolean>;
}

export function createDraftDevice(): DraftDevice {
  /** The picture that the last used draft has on the device. Those of all drafts would be too large to remember. */
  let known: { key: string; picture: string } | null = null;
  /** When each draft was changed last, as far as this tab has read or written it. */
  const knownChanges = new Map<string, number>();
  /** Keys of drafts that could not be read, each with the key for what the device has of it. */
  const unreadable = new Map<string, string>();
  /** Pictures that have to be moved to a new draft, by the key of that draft. */
  const moves = new Map<string, { fromKey: string; ids: string[] }>();

  async function read(userId: string, key: string): Promise<DraftRecord | null> {
    return readDraftDb(async (db) => {
      const [record, picture] = await Promise.all([
        db.get('drafts', [userId, key]),
        db.get('pictures', [userId, key]),
      ]);
      if (!record) return null;
      known = { key, picture: picture ?? '' };
      knownChanges.set(key, record.changedAt);
      return withPicture(withDefaults(record), picture);
    });
  }

  /** Whether another tab has stored a text that this tab has not read and the server does not have. */
  const isUnread = (stored: DraftRecord | undefined): stored is DraftRecord =>
    stored !== undefined &&
    stored.changedAt !== knownChanges.get(stored.key) &&
    !isOnServer(withDefaults(stored));

  /** @returns the unread text that the device has, which is not replaced; null when the record was written. */
  async function write(record: DraftRecord): Promise<DraftRecord | null> {
    const { userId, key, fields, changedAt } = record;
    const id: RecordKey = [userId, key];
    const picture = fields.image.startsWith('data:') ? fields.image : '';
    const textRecord = picture === '' ? record : withoutPictures(record);
    const isPictureNew = known?.key !== key || known.picture !== picture;
    // Two transactions: if the picture does not fit on a full device, the text is stored nevertheless.
    const unread = await withDraftDb(async (db) => {
      const transaction = db.transaction(['drafts', 'pictures'], 'readwrite');
      const [drafts, pictures] = [transaction.objectStore('drafts'), transaction.objectStore('pictures')];
      const stored = await drafts.get(id);
      const isTaken = isUnread(stored);
      if (!isTaken) await drafts.put(textRecord, id);
      // Otherwise, if the new picture does not fit, the text would be read with the replaced one.
      const isReplaced = !isTaken && isPictureNew && (await pictures.get(id)) !== picture;
      if (isReplaced) await pictures.delete(id);
      await transaction.done;
      // Here, because the text may be stored although the timeout has ended the wait for it.
      if (!isTaken) knownChanges.set(key, changedAt);
      if (isReplaced) known = { key, picture: '' };
      return isTaken ? stored : null;
    });
    if (unread !== null) return unread;
    if (isPictureNew && picture !== '') await withDraftDb((db) => db.put('pictures', picture, id));
    known = { key, picture };
    return null;
  }

  /** @param ids - of the uploads to move; all by default. */
  async function moveUploads(
    userId: string,
    fromKey: string,
    toKey: string,
    ids?: readonly string[],
  ): Promise<void> {
    await withDraftDb(async (db) => {
      const { store, done } = db.transaction('uploads', 'readwrite');
      for (const record of await store.index('draft').getAll([userId, fromKey])) {
        if (ids === undefined || ids.includes(record.id))
          await store.put({ ...record, draftKey: toKey }, [userId, record.id]);
      }
      await done;
    });
  }

  /** Moves the pictures of a draft that was made from another one, unless that is done. */
  async function movePictures(userId: string, key: string): Promise<void> {
    const move = moves.get(key);
    if (move === undefined) return;
    await moveUploads(userId, move.fromKey, key, move.ids);
    moves.delete(key);
  }

  /** Turns what only the device has of a draft that could not be read into a new draft. */
  async function saveUnreadable(userId: string, key: string): Promise<void> {
    const newKey = unreadable.get(key);
    if (newKey === undefined) return;
    const record = await read(userId, key);
    if (record !== null && !isOnServer(record)) {
      await write(asNewDraft(record, newKey));
      // Pictures that have been added in the form since stay with the open draft.
      await moveUploads(userId, key, newKey, pendingPictureIds(record.fields.html));
    }
    unreadable.delete(key);
  }

  /** Removes the draft, if there is one and it is not protected, and the pictures in its text, also without a draft. */
  async function removeUnless(
    userId: string,
    key: string,
    isProtected: (stored: DraftRecord | undefined) => boolean,
  ): Promise<void> {
    await withDraftDb(async (db) => {
      const transaction = db.transaction(['drafts', 'pictures', 'uploads', 'files'], 'readwrite');
      if (isProtected(await transaction.objectStore('drafts').get([userId, key]))) return;
      const uploads = transaction.objectStore('uploads');
      const ids = await uploads.index('draft').getAllKeys([userId, key]);
      await Promise.all([
        transaction.objectStore('drafts').delete([userId, key]),
        transaction.objectStore('pictures').delete([userId, key]),
        ...ids.flatMap((id) => [uploads.delete(id), transaction.objectStore('files').delete(id)]),
        transaction.done,
      ]);
    });
  }

  return {
    async put(record, onRenewed) {
      const { userId, key, fields, changedAt } = record;
      try {
        await saveUnreadable(userId, key);
        const unread = await write(record);
        // Before the text becomes yet another draft, which takes its pictures from this one.
        await movePictures(userId, key);
        if (unread === null) return true;
        // A text that was on the device before was replaced by a tab that had read it.
        if (isOnServer(record) || changedAt === knownChanges.get(key)) return true;
        const newKey = createDraftKey();
        // Pictures in both texts stay with the other one: the author may delete the new draft first.
        const othersIds = pendingPictureIds(unread.fields.html);
        const ids = pendingPictureIds(fields.html).filter((id) => !othersIds.includes(id));
        moves.set(newKey, { fromKey: key, ids });
        onRenewed?.(newKey);
        await write(asNewDraft(record, newKey));
        await movePictures(userId, newKey);
        return true;
      } catch {
        return false;
      }
    },

    async get(userId, key) {
      try {
        const record = await read(userId, key);
        unreadable.delete(key);
        return record;
      } catch (error) {
        unreadable.set(key, unreadable.get(key) ?? createDraftKey());
        throw error;
      }
    },

    async list(userId) {
      const range = IDBKeyRange.bound([userId], [userId, []]);
      const records = await readDraftDb((db) => db.getAll('drafts', range));
      return records.map(withDefaults);
    },

    async remove(userId, key, protectsUnread = false) {
      try {
        await saveUnreadable(userId, key);
        if (known?.key === key) known = null;
        await removeUnless(userId, key, (stored) => protectsUnread && isUnread(stored));
      } catch {
        // The draft stays on the device.
      }
    },

    async removeLatePictures(userId, key) {
      await waitForFileWrites();
      try {
        await removeUnless(userId, key, (stored) => stored !== undefined);
      } catch {
        // The pictures stay on the device.
      }
    },

    async moveUploads(userId, fromKey, toKey) {
      try {
        await moveUploads(userId, fromKey, toKey);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Fills in fields that earlier versions of the app did not store. */
function withDefaults(record: DraftRecord): DraftRecord {
  return { ...NO_SERVER_STATE, ...record, fields: { ...toFields(null), ...record.fields } };
}

/** Stands for the picture in `pictures`. */
const PICTURE = 'data:';

function withoutPictures(record: DraftRecord): DraftRecord {
  const savedImage = record.savedImage === record.fields.image ? PICTURE : record.savedImage;
  return { ...record, savedImage, fields: { ...record.fields, image: PICTURE } };
}

/**
 * @param picture - undefined when the picture did not fit on the device; the server may then have it, or an earlier
 *   picture.
 */
function withPicture(record: DraftRecord, picture: string | undefined): DraftRecord {
  if (record.fields.image !== PICTURE) return record;
  const image = picture ?? record.savedImageUrl;
  const savedImage = record.savedImage === PICTURE ? image : record.savedImage;
  return { ...record, savedImage, fields: { ...record.fields, image } };
}
