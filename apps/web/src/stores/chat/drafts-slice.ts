import type { Quote } from '@safarnama/contracts';
import { openTabChannel } from '../../lib/tab-channel.ts';
import { getUserId } from '../track-user.ts';
import type { ChatStorage, DraftKey } from './chat-storage.ts';
import { createDraftPartWriter } from './draft-part-writer.ts';
import type { AttachedStory } from './outbox/outgoing-message.ts';
import type { SliceApi } from './slice-api.ts';

/** An unsent message to one user. */
export interface ChatDraft {
  text: string;
  /** A data URL; empty for none. */
  image: string;
  /** The message it replies to; null for none. */
  replyTo: Quote | null;
  /** The story that it refers to; null for none. */
  story: AttachedStory | null;
}

export interface DraftsState {
  /** Drafts by `draftKey`. They are stored on the device until they are sent, and only their author sees them. */
  drafts: Readonly<Record<string, ChatDraft>>;
}

export interface DraftsActions {
  /** Saves the draft of a message to a user; omitted fields remain unchanged. */
  setDraft: (userId: string, draft: Partial<ChatDraft>) => void;
  /** Restores the signed-in user's drafts from this device. */
  restoreDrafts: () => Promise<void>;
}

export interface DraftsSlice {
  actions: DraftsActions;
  /**
   * Empties the draft of a message that is being sent, but leaves it on the device.
   *
   * @returns a function that also deletes it from the device, except parts written in the meantime, and notifies the
   *   other tabs.
   */
  clear: (userId: string) => () => void;
  /**
   * Restores the drafts from this device. Parts edited in the meantime take precedence, except that a stored text is
   * put before the text typed in the meantime.
   */
  load: (ownerId: string) => Promise<void>;
  /** Ends the connection to the other tabs; `load` opens it again. */
  stop: () => void;
}

/** The message to the other tabs that a draft was sent. */
interface SentDraft {
  ownerId: string;
  userId: string;
  draft: ChatDraft;
}

/** The message to the other tabs that the user has changed a part of a draft; `value` is its stored form. */
interface ChangedPart {
  key: DraftKey;
  value: string;
}

export const initialDrafts: DraftsState = { drafts: {} };

export const EMPTY_DRAFT: ChatDraft = { text: '', image: '', replyTo: null, story: null };
const DRAFT_PARTS = ['text', 'image', 'replyTo', 'story'] as const;
type DraftPart = (typeof DRAFT_PARTS)[number];

/** The key contains the author, because another user may sign in on the same page. */
function draftKey(ownerId: string, userId: string): string {
  return `${ownerId} ${userId}`;
}

const getOwnerId = () => getUserId() ?? '';

/** The signed-in user's draft of a message to `userId`. */
export function getDraft(state: DraftsState, userId: string): ChatDraft {
  return state.drafts[draftKey(getOwnerId(), userId)] ?? EMPTY_DRAFT;
}

/** Whether a draft contains nothing. A quote or story without text counts as content, so that it is not lost. */
export function isEmptyDraft({ text, image, replyTo, story }: ChatDraft): boolean {
  return text === '' && image === '' && replyTo === null && story === null;
}

export function createDraftsSlice({ set, get }: SliceApi<DraftsState>, storage: ChatStorage): DraftsSlice {
  const writer = createDraftPartWriter(storage);
  const loads = new Map<string, Promise<void>>();
  const loadedOwners = new Set<string>();
  /** Parts whose write is deferred: they were edited before the stored ones were loaded, and would overwrite them. */
  const deferredKeys = new Map<string, DraftKey>();
  /** Parts that another tab has sent or changed during a load, which may have read them before. */
  const changedElsewhere = new Set<string>();
  let sentDrafts: ReturnType<typeof openTabChannel<SentDraft>> | null = null;
  let changedParts: ReturnType<typeof openTabChannel<ChangedPart>> | null = null;

  function isEdited(key: DraftKey): boolean {
    return writer.isEdited(key) || deferredKeys.has(key.join(' '));
  }

  /** Empties the draft that another tab has sent, except what was changed in this one or written there since. */
  function handleSentElsewhere({ ownerId, userId, draft }: SentDraft): void {
    const own = get().drafts[draftKey(ownerId, userId)] ?? EMPTY_DRAFT;
    const sameParts = DRAFT_PARTS.filter((part) => serializePart(own[part]) === serializePart(draft[part]));
    const isEditedHere = DRAFT_PARTS.some(
      (part) => serializePart(own[part]) !== '' && isEdited([ownerId, userId, part]),
    );
    if (isEditedHere && sameParts.length < DRAFT_PARTS.length) {
      // The device has one draft for all tabs, and the other tab has deleted it.
      for (const part of DRAFT_PARTS) {
        if (serializePart(own[part]) !== '') void save([ownerId, userId, part], own[part]);
      }
      return;
    }
    for (const part of sameParts) update(ownerId, userId, { [part]: EMPTY_DRAFT[part] });
    if (!loads.has(ownerId)) return;
    for (const part of DRAFT_PARTS) changedElsewhere.add([ownerId, userId, part].join(' '));
  }

  /**
   * Shows what the user writes in another tab, so that they continue it in this one: the device has one draft for all
   * tabs, and another text would replace it.
   */
  function handleChangedElsewhere({ key, value }: ChangedPart): void {
    const [ownerId, userId, part] = key;
    const id = key.join(' ');
    if (writer.isUnsaved(key) || deferredKeys.has(id)) return;
    writer.markRestored(key);
    if (loads.has(ownerId)) changedElsewhere.add(id);
    update(ownerId, userId, { [part]: parsePart(part, value) });
  }

  /** Changes a draft in memory. */
  function update(ownerId: string, userId: string, change: Partial<ChatDraft>): void {
    const { [draftKey(ownerId, userId)]: previous = EMPTY_DRAFT, ...others } = get().drafts;
    const next = { ...previous, ...change };
    set({ drafts: isEmptyDraft(next) ? others : { ...others, [draftKey(ownerId, userId)]: next } });
  }

  function load(ownerId: string): Promise<void> {
    sentDrafts ??= openTabChannel('safarnama-drafts', handleSentElsewhere);
    changedParts ??= openTabChannel('safarnama-draft-changes', handleChangedElsewhere);
    const running = loads.get(ownerId) ?? restore(ownerId).finally(() => handleLoaded(ownerId));
    loads.set(ownerId, running);
    return running;
  }

  function handleLoaded(ownerId: string): void {
    loads.delete(ownerId);
    if (loads.size === 0) changedElsewhere.clear();
  }

  async function restore(ownerId: string): Promise<void> {
    const stored = await storage.listDrafts(ownerId);
    // The next edit tries again. A write before that would replace a stored draft that is not shown.
    if (stored === null) return;
    const drafts = { ...get().drafts };
    for (const { key: storedKey, value } of stored) {
      const id = storedKey.join(' ');
      const isDeferred = deferredKeys.has(id);
      if (changedElsewhere.has(id) || (writer.isUnsaved(storedKey) && !isDeferred)) continue;
      const [, userId, part] = storedKey;
      const key = draftKey(ownerId, userId);
      const current = drafts[key] ?? EMPTY_DRAFT;
      if (serializePart(current[part]) === '') {
        drafts[key] = { ...current, [part]: parsePart(part, value) };
        deferredKeys.delete(id);
        writer.markRestored(storedKey);
      } else if (isDeferred && part === 'text' && !current.text.startsWith(value)) {
        drafts[key] = { ...current, text: `${value}\n${current.text}` };
      }
    }
    set({ drafts });
    loadedOwners.add(ownerId);
    for (const [id, key] of deferredKeys) {
      const [deferredOwnerId, userId, part] = key;
      if (deferredOwnerId !== ownerId) continue;
      deferredKeys.delete(id);
      const value = serializePart((drafts[draftKey(ownerId, userId)] ?? EMPTY_DRAFT)[part]);
      void writer.save(key, value);
      // An empty part belongs to a sent draft, which the other tabs are notified of.
      if (value !== '') changedParts?.post({ key, value });
    }
  }

  function save(key: DraftKey, part: ChatDraft[DraftPart]): Promise<void> {
    const [ownerId] = key;
    if (loadedOwners.has(ownerId)) return writer.save(key, serializePart(part));
    deferredKeys.set(key.join(' '), key);
    return load(ownerId);
  }

  return {
    actions: {
      setDraft(userId, draft) {
        const ownerId = getOwnerId();
        const previous = getDraft(get(), userId);
        const next = { ...previous, ...draft };
        update(ownerId, userId, draft);
        if (ownerId === '') return;
        for (const part of DRAFT_PARTS) {
          if (next[part] === previous[part]) continue;
          const key: DraftKey = [ownerId, userId, part];
          void save(key, next[part]);
          // A deferred part is posted when it is written, since a stored text may be put before it.
          if (loadedOwners.has(ownerId)) changedParts?.post({ key, value: serializePart(next[part]) });
        }
      },
      restoreDrafts: () => load(getOwnerId()),
    },

    clear(userId) {
      const ownerId = getOwnerId();
      const key = draftKey(ownerId, userId);
      const { [key]: sent = EMPTY_DRAFT, ...others } = get().drafts;
      set({ drafts: others });
      const sentParts = DRAFT_PARTS.filter((part) => serializePart(sent[part]) !== '');
      for (const part of sentParts) writer.markCleared([ownerId, userId, part]);
      return () => {
        const draft = get().drafts[key] ?? EMPTY_DRAFT;
        const deletions = sentParts
          .filter((part) => serializePart(draft[part]) === '')
          .map((part) => save([ownerId, userId, part], draft[part]));
        // After the deletions, which would also delete what another tab saves in response.
        void Promise.all(deletions).then(() => sentDrafts?.post({ ownerId, userId, draft: sent }));
      };
    },

    load,

    stop() {
      sentDrafts?.close();
      changedParts?.close();
      sentDrafts = null;
      changedParts = null;
    },
  };
}

/** A part in its stored form; empty for none. */
function serializePart(part: ChatDraft[keyof ChatDraft]): string {
  return typeof part === 'string' ? part : part === null ? '' : JSON.stringify(part);
}

function parsePart(part: DraftPart, value: string): ChatDraft[DraftPart] {
  if (part === 'text' || part === 'image') return value;
  try {
    return JSON.parse(value);
  } catch {
    // Another version of the app wrote it. The draft is restored without this part.
    return null;
  }
}
