import { useChatStore } from '../../stores/chat/chat.store.ts';

/** Whose conversation this tab shows while it is in sight; null for none. */
let visibleUserId: string | null = null;
let releaseVisible: () => void = () => undefined;

// For as long as the tab lives: a lock says so to the other tabs, and goes with the tab, however it ends.
useChatStore.subscribe(update);
document.addEventListener('visibilitychange', update);
update();

function update(): void {
  const next =
    document.visibilityState === 'visible' ? (useChatStore.getState().selectedUser?._id ?? null) : null;
  if (next === visibleUserId) return;
  visibleUserId = next;
  releaseVisible();
  releaseVisible = next === null || !('locks' in navigator) ? () => undefined : acquireLock(lockName(next));
}

/** @returns gives it back. */
function acquireLock(name: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Without it each tab knows of itself alone.
  navigator.locks.request(name, { mode: 'shared' }, () => released).catch(() => undefined);
  return release;
}

function lockName(userId: string): string {
  return `safarnama:seen:${userId}`;
}

/** Whether the conversation with this person is looked at, in this tab or in another one of this browser. */
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
