import type { PostCommentChange } from '@safarnama/contracts';

/*
 * The stories whose comments this page shows. The chat's socket, which is loaded later than the comments, registers
 * here.
 */

/** Requests over the socket. */
interface WatchTransport {
  /** Returns null without a connection. Resolves to whether changes of the story arrive from now on. */
  watch: (postId: string) => Promise<boolean> | null;
  unwatch: (postId: string) => void;
}

interface PostWatcher {
  onChange: (change: PostCommentChange) => void;
  /** Changes arrive from now on; earlier ones may have been missed. */
  onWatching: () => void;
  /** No changes arrive until `onWatching` is called. */
  onUnavailable: () => void;
}

const watchers = new Map<string, PostWatcher>();
let transport: WatchTransport | null = null;

async function request(postId: string, watcher: PostWatcher): Promise<void> {
  const result = transport?.watch(postId) ?? null;
  if (result === null) return watcher.onUnavailable();
  const isWatching = await result;
  if (watchers.get(postId) !== watcher) return;
  if (isWatching) watcher.onWatching();
  else watcher.onUnavailable();
}

/** Starts to receive the changes of a story's comments. @returns a function that stops it. */
export function watchPost(postId: string, watcher: PostWatcher): () => void {
  watchers.set(postId, watcher);
  void request(postId, watcher);
  return () => {
    if (watchers.get(postId) !== watcher) return;
    watchers.delete(postId);
    transport?.unwatch(postId);
  };
}

/** Call when the socket is ready to be used, and with null when it is closed. */
export function setWatchTransport(next: WatchTransport | null): void {
  transport = next;
}

/** Call when the socket has connected, or has missed events. */
export function resumeWatching(): void {
  for (const [postId, watcher] of watchers) void request(postId, watcher);
}

/** Call with each change that arrives over the socket. */
export function applyCommentChange(change: PostCommentChange): void {
  watchers.get(change.postId)?.onChange(change);
}
