import type { Quote } from '@safarnama/contracts';
import { useAuthStore } from '../auth.store.ts';
import type { ChatActions, ChatDraft, ChatState, ChatStoreApi } from './chat-types.ts';
import type { ChatStorage, DraftKey } from './outbox/chat-db.ts';

const EMPTY_DRAFT: ChatDraft = { text: '', image: '', replyTo: null };
const DRAFT_PARTS = ['text', 'image', 'replyTo'] as const;

/** What is half written to somebody is its writer's alone, also when another one signs in on this page. */
function draftKey(ownerId: string, userId: string): string {
  return `${ownerId} ${userId}`;
}

const getCurrentUserId = () => useAuthStore.getState().user?._id ?? '';

/** What the signed-in person has half written to `userId`. */
export function getDraft(state: Pick<ChatState, 'drafts'>, userId: string): ChatDraft {
  return state.drafts[draftKey(getCurrentUserId(), userId)] ?? EMPTY_DRAFT;
}

export interface DraftsSlice {
  actions: Pick<ChatActions, 'setDraft'>;
  /** Brings back what is kept on the device; what has been typed meanwhile stays. */
  load: (ownerId: string) => Promise<void>;
}

/** What is half written, kept on the device until it is sent. */
export function createDraftsSlice({ set }: ChatStoreApi, storage: ChatStorage): DraftsSlice {
  const writer = createDraftWriter(storage);

  return {
    actions: {
      setDraft(userId, draft) {
        const ownerId = getCurrentUserId();
        const key = draftKey(ownerId, userId);
        set(({ drafts: { [key]: previous = EMPTY_DRAFT, ...others } }) => {
          const next = { ...previous, ...draft };
          for (const part of DRAFT_PARTS) {
            if (ownerId !== '' && next[part] !== previous[part])
              writer.save([ownerId, userId, part], toText(next[part]));
          }
          const isEmpty = next.text === '' && next.image === '' && next.replyTo === null;
          return { drafts: isEmpty ? others : { ...others, [key]: next } };
        });
      },
    },

    async load(ownerId) {
      const saved = await storage.listDrafts(ownerId);
      set(({ drafts }) => {
        const restored: Record<string, ChatDraft> = {};
        for (const { key, value } of saved) {
          const [, userId, part] = key;
          const id = draftKey(ownerId, userId);
          if (writer.isEdited(key)) continue;
          const partContent = part === 'replyTo' ? readQuote(value) : value;
          restored[id] = { ...(restored[id] ?? EMPTY_DRAFT), [part]: partContent };
        }
        const merged = Object.entries(restored).map(([id, draft]) => {
          const current = drafts[id] ?? EMPTY_DRAFT;
          const replyTo = current.replyTo ?? draft.replyTo;
          return [id, { text: current.text || draft.text, image: current.image || draft.image, replyTo }];
        });
        return { drafts: { ...drafts, ...Object.fromEntries(merged) } };
      });
    },
  };
}

/** A part as it is kept; empty for none. */
function toText(part: ChatDraft[keyof ChatDraft]): string {
  return typeof part === 'string' ? part : part === null ? '' : JSON.stringify(part);
}

function readQuote(text: string): Quote | null {
  try {
    return JSON.parse(text);
  } catch {
    // Of a version that wrote it otherwise: the words are more than what they answer.
    return null;
  }
}

/** Writes the latest of each part, one write at a time: keys are quicker than a disk. */
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
    /** It was changed in this tab: what was read from the device may be older. */
    isEdited: (key: DraftKey) => edited.has(key.join(' ')),
  };
}
