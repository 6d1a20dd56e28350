import { useChatStore } from '../../stores/chat.store.ts';

/** Whose conversation this tab shows while it is in sight; null for none. */
let seenId: string | null = null;
let endSeen: () => void = () => undefined;

// For as long as the tab lives: a lock says so to the other tabs, and goes with the tab, however it ends.
useChatStore.subscribe(update);
document.addEventListener('visibilitychange', update);
update();

function update(): void {
  const next =
    document.visibilityState === 'visible' ? (useChatStore.getState().selectedUser?._id ?? null) : null;
  if (next === seenId) return;
  seenId = next;
  endSeen();
  endSeen = next === null || !('locks' in navigator) ? () => undefined : holdLock(lockOf(next));
}

/** @returns gives it back. */
function holdLock(name: string): () => void {
  let giveBack: () => void = () => undefined;
  const isGivenBack = new Promise<void>((resolve) => {
    giveBack = resolve;
  });
  // Without it each tab knows of itself alone.
  navigator.locks.request(name, { mode: 'shared' }, () => isGivenBack).catch(() => undefined);
  return giveBack;
}

function lockOf(userId: string): string {
  return `safarnama:seen:${userId}`;
}

/** Whether the conversation with this person is looked at, in this tab or in another one of this browser. */
export async function isConversationSeen(userId: string): Promise<boolean> {
  if (seenId === userId) return true;
  if (!('locks' in navigator)) return false;
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === lockOf(userId));
  } catch {
    return false;
  }
}
