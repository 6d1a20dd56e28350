import type { Quote } from '@safarnama/contracts';
import { useAuthStore } from './auth.store.ts';
import type { ChatActions, ChatDraft, ChatState, ChatStoreApi } from './chat-types.ts';
import type { ChatStorage, DraftKey } from './outbox/chat-db.ts';

const EMPTY_DRAFT: ChatDraft = { text: '', image: '', replyTo: null };
const PARTS = ['text', 'image', 'replyTo'] as const;

/** What is half written to somebody is its writer's alone, also when another one signs in on this page. */
function draftKey(ownerId: string, userId: string): string {
  return `${ownerId} ${userId}`;
}

const signedInId = () => useAuthStore.getState().user?._id ?? '';

/** What the signed-in person has half written to `userId`. */
export function draftTo(state: Pick<ChatState, 'drafts'>, userId: string): ChatDraft {
  return state.drafts[draftKey(signedInId(), userId)] ?? EMPTY_DRAFT;
}

export interface DraftsPart {
  actions: Pick<ChatActions, 'setDraft'>;
  /** Brings back what is kept on the device; what has been typed meanwhile stays. */
  load: (ownerId: string) => Promise<void>;
}

/** What is half written, kept on the device until it is sent. */
export function createDraftsPart({ set }: ChatStoreApi, storage: ChatStorage): DraftsPart {
  const keeper = createKeeper(storage);

  return {
    actions: {
      setDraft(userId, draft) {
        const ownerId = signedInId();
        const key = draftKey(ownerId, userId);
        set(({ drafts: { [key]: last = EMPTY_DRAFT, ...others } }) => {
          const next = { ...last, ...draft };
          for (const part of PARTS) {
            if (ownerId !== '' && next[part] !== last[part])
              keeper.keep([ownerId, userId, part], toText(next[part]));
          }
          const isEmpty = next.text === '' && next.image === '' && next.replyTo === null;
          return { drafts: isEmpty ? others : { ...others, [key]: next } };
        });
      },
    },

    async load(ownerId) {
      const kept = await storage.listDrafts(ownerId);
      set(({ drafts }) => {
        const found: Record<string, ChatDraft> = {};
        for (const { key, value } of kept) {
          const [, userId, part] = key;
          const place = draftKey(ownerId, userId);
          if (keeper.isTouched(key)) continue;
          const partValue = part === 'replyTo' ? readQuote(value) : value;
          found[place] = { ...(found[place] ?? EMPTY_DRAFT), [part]: partValue };
        }
        const merged = Object.entries(found).map(([place, draft]) => {
          const typed = drafts[place] ?? EMPTY_DRAFT;
          const replyTo = typed.replyTo ?? draft.replyTo;
          return [place, { text: typed.text || draft.text, image: typed.image || draft.image, replyTo }];
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
function createKeeper(storage: ChatStorage) {
  const wanted = new Map<string, string>();
  const touched = new Set<string>();

  async function write(key: DraftKey, place: string): Promise<void> {
    for (let value = wanted.get(place); value !== undefined; value = wanted.get(place)) {
      await storage.putDraft(key, value);
      if (wanted.get(place) === value) wanted.delete(place);
    }
  }

  return {
    keep(key: DraftKey, value: string): void {
      const place = key.join(' ');
      const isRunning = wanted.has(place);
      wanted.set(place, value);
      touched.add(place);
      if (!isRunning) void write(key, place);
    },
    /** It was changed in this tab: what was read from the device may be older. */
    isTouched: (key: DraftKey) => touched.has(key.join(' ')),
  };
}
