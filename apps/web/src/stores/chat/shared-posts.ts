import type { Conversation, SharedPostChanged } from '@safarnama/contracts';
import type { PagePosition } from '../../api/message.api.ts';
import type { ConversationState, Entry } from './conversation-state.ts';

/** Loads and merges a page. Returns null when the conversation is no longer open. */
type LoadPage = (position: PagePosition, limit: number) => Promise<Conversation | null>;

/** Replaces a story in all messages that refer to it. */
function withSharedPost(state: ConversationState, { postId, post }: SharedPostChanged): ConversationState {
  const update = (entry: Entry): Entry =>
    entry.message.postId === postId ? { ...entry, message: { ...entry.message, post } } : entry;
  return {
    ...state,
    confirmed: state.confirmed.map(update),
    unconfirmed: state.unconfirmed.map(update),
    earlyUpdates: new Map([...state.earlyUpdates].map(([id, entry]) => [id, update(entry)])),
  };
}

/** Reloads the messages from the newest back to the first one that refers to a story. */
async function reload(confirmed: readonly Entry[], loadPage: LoadPage): Promise<void> {
  const first = confirmed.findIndex(({ message }) => message.postId !== undefined);
  let position: PagePosition = {};
  for (let missing = first === -1 ? 0 : confirmed.length - first; missing > 0; ) {
    const messages = (await loadPage(position, missing))?.messages_between_sender_receiver ?? [];
    const [oldest] = messages;
    if (!oldest) break;
    missing -= messages.length;
    position = { before: oldest._id };
  }
}

/** Keeps the stories in the messages of the open conversation up to date. */
export function createSharedPosts() {
  /** The last change of each story, with its time on the clock of `performance.now()`. */
  const changes = new Map<string, { change: SharedPostChanged; at: number }>();
  let mayHaveMissedChanges = false;

  return {
    apply(state: ConversationState, change: SharedPostChanged): ConversationState {
      changes.set(change.postId, { change, at: performance.now() });
      return withSharedPost(state, change);
    },

    /** Applies the changes that have arrived since a page was requested. */
    applyLater(state: ConversationState, requestedAt: number): ConversationState {
      const later = [...changes.values()].filter(({ at }) => at > requestedAt);
      return later.reduce((current, { change }) => withSharedPost(current, change), state);
    },

    /** Call when events may have been missed. */
    expire(): void {
      mayHaveMissedChanges = true;
    },

    /** Reloads the messages that refer to stories, if changes may have been missed. */
    async refresh({ confirmed }: ConversationState, loadPage: LoadPage): Promise<void> {
      if (!mayHaveMissedChanges) return;
      mayHaveMissedChanges = false;
      try {
        await reload(confirmed, loadPage);
      } catch (error) {
        mayHaveMissedChanges = true;
        throw error;
      }
    },

    clear(): void {
      changes.clear();
      mayHaveMissedChanges = false;
    },
  };
}
