import { useChatStore } from '../../stores/chat/chat.store.ts';

/** The user whose conversation is visible in this tab; null for none. */
let visibleUserId: string | null = null;
let releaseLock: () => void = () => undefined;

// Runs for the lifetime of the tab. Other tabs can query the Web Lock; the browser releases it when the tab closes or
// crashes.
useChatStore.subscribe(updateVisibleUser);
document.addEventListener('visibilitychange', updateVisibleUser);
updateVisibleUser();

function updateVisibleUser(): void {
  const next =
    document.visibilityState === 'visible' ? (useChatStore.getState().selectedUser?._id ?? null) : null;
  if (next === visibleUserId) return;
  visibleUserId = next;
  releaseLock();
  releaseLock = next === null || !('locks' in navigator) ? () => undefined : acquireLock(lockName(next));
}

/** @returns a function that releases the lock. */
function acquireLock(name: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Without the lock, each tab knows only its own conversation.
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
