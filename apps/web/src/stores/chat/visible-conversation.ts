import type { OpenConversation } from './open-conversation.ts';

/** The user whose conversation is visible in this tab; null for none. */
let visibleUserId: string | null = null;
let releaseLock: () => void = () => undefined;

interface ConversationStore {
  getState: () => Pick<OpenConversation, 'selectedUser'>;
  subscribe: (listener: () => void) => unknown;
}

/**
 * From now on, holds a Web Lock whenever a conversation is visible in this tab. Other tabs can query the lock; the
 * browser releases it when the tab closes or crashes.
 */
export function trackVisibleConversation({ getState, subscribe }: ConversationStore): void {
  const update = () => {
    const next = document.visibilityState === 'visible' ? (getState().selectedUser?._id ?? null) : null;
    if (next === visibleUserId) return;
    visibleUserId = next;
    releaseLock();
    releaseLock = next === null || !('locks' in navigator) ? () => undefined : acquireLock(lockName(next));
  };
  subscribe(update);
  document.addEventListener('visibilitychange', update);
  update();
}

/** @returns a function that releases the lock. */
function acquireLock(name: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // If the request is rejected, the other tabs do not know that this conversation is visible.
  navigator.locks.request(name, { mode: 'shared' }, () => released).catch(() => undefined);
  return release;
}

function lockName(userId: string): string {
  return `safarnama:seen:${userId}`;
}

/** Whether the conversation with this user is visible in any tab of this browser. */
export async function isConversationVisible(userId: string): Promise<boolean> {
  if (visibleUserId === userId) return true;
  if (!('locks' in navigator)) return false;
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === lockName(userId));
  } catch {
    return false;
  }
}
