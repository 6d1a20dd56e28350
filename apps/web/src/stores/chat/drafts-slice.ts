import type { Quote } from '@safarnama/contracts';
import { useAuthStore } from '../auth.store.ts';
import type { ChatStorage, DraftKey } from './outbox/chat-db.ts';
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
  /** Drafts by `draftKey`, stored on the device until they are sent and visible to their author alone. */
  drafts: Readonly<Record<string, ChatDraft>>;
}

export interface DraftsActions {
  /** Saves the draft of a message to a user; omitted fields remain unchanged. */
  setDraft: (userId: string, draft: Partial<ChatDraft>) => void;
}

export interface DraftsSlice {
  actions: DraftsActions;
  /**
   * Empties the draft of a message that is being sent, but leaves it on the device.
   *
   * @returns a function that deletes it there too, except what was written in the meantime.
   */
  clear: (userId: string) => () => void;
  /** Restores the drafts of this device; drafts edited in the meantime take precedence. */
  load: (ownerId: string) => Promise<void>;
}

export const initialDrafts: DraftsState = { drafts: {} };

export const EMPTY_DRAFT: ChatDraft = { text: '', image: '', replyTo: null, story: null };
const DRAFT_PARTS = ['text', 'image', 'replyTo', 'story'] as const;
type DraftPart = (typeof DRAFT_PARTS)[number];

/** The key contains the author, because another user may sign in on the same page. */
function draftKey(ownerId: string, userId: string): string {
  return `${ownerId} ${userId}`;
}

const getOwnerId = () => useAuthStore.getState().user?._id ?? '';

/** The signed-in user's draft of a message to `userId`. */
export function getDraft(state: DraftsState, userId: string): ChatDraft {
  return state.drafts[draftKey(getOwnerId(), userId)] ?? EMPTY_DRAFT;
}

/** Whether a draft contains nothing. A reply without text counts as written, so that it is not lost. */
function isEmptyDraft({ text, image, replyTo, story }: ChatDraft): boolean {
  return text === '' && image === '' && replyTo === null && story === null;
}

export function createDraftsSlice({ set, get }: SliceApi<DraftsState>, storage: ChatStorage): DraftsSlice {
  const writer = createDraftWriter(storage);

  return {
    actions: {
      setDraft(userId, draft) {
        const ownerId = getOwnerId();
        const key = draftKey(ownerId, userId);
        set(({ drafts: { [key]: previous = EMPTY_DRAFT, ...others } }) => {
          const next = { ...previous, ...draft };
          for (const part of DRAFT_PARTS) {
            if (ownerId !== '' && next[part] !== previous[part])
              writer.save([ownerId, userId, part], serializePart(next[part]));
          }
          return { drafts: isEmptyDraft(next) ? others : { ...others, [key]: next } };
        });
      },
    },

    clear(userId) {
      const ownerId = getOwnerId();
      const key = draftKey(ownerId, userId);
      const { [key]: sent = EMPTY_DRAFT, ...others } = get().drafts;
      set({ drafts: others });
      const sentParts = DRAFT_PARTS.filter((part) => serializePart(sent[part]) !== '');
      for (const part of sentParts) writer.markEdited([ownerId, userId, part]);
      return () => {
        const draft = get().drafts[key] ?? EMPTY_DRAFT;
        for (const part of sentParts) {
          if (serializePart(draft[part]) === '') writer.save([ownerId, userId, part], '');
        }
      };
    },

    async load(ownerId) {
      const stored = await storage.listDrafts(ownerId);
      set(({ drafts }) => {
        const restored: Record<string, ChatDraft> = {};
        for (const { key: storedKey, value } of stored) {
          if (writer.isEdited(storedKey)) continue;
          const [, userId, part] = storedKey;
          const key = draftKey(ownerId, userId);
          restored[key] = { ...(restored[key] ?? EMPTY_DRAFT), [part]: parsePart(part, value) };
        }
        const merged = Object.entries(restored).map(([key, draft]) => {
          const current = drafts[key] ?? EMPTY_DRAFT;
          return [
            key,
            {
              text: current.text || draft.text,
              image: current.image || draft.image,
              replyTo: current.replyTo ?? draft.replyTo,
              story: current.story ?? draft.story,
            },
          ];
        });
        return { drafts: { ...drafts, ...Object.fromEntries(merged) } };
      });
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

/** Writes the latest value of each part, one write at a time, because typing can be faster than storage. */
function createDraftWriter(storage: ChatStorage) {
  const pending = new Map<string, string>();
  const edited = new Set<string>();

  async function flush(key: DraftKey, id: string): Promise<void> {
    for (let value = pending.get(id); value !== undefined; value = pending.get(id)) {
      await storage.putDraft(key, value);
      if (pending.get(id) === value) pending.delete(id);
    }
  }

  return {
    save(key: DraftKey, value: string): void {
      const id = key.join(' ');
      const isWriting = pending.has(id);
      pending.set(id, value);
      edited.add(id);
      if (!isWriting) void flush(key, id);
    },
    markEdited: (key: DraftKey) => void edited.add(key.join(' ')),
    /** The part was changed in this tab, so its stored value may be out of date. */
    isEdited: (key: DraftKey) => edited.has(key.join(' ')),
  };
}
