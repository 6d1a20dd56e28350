import type { ChatStorage, DraftKey } from './chat-storage.ts';

/**
 * Writes the parts of drafts to the device: the latest value of each part, one write at a time, because typing can be
 * faster than storage.
 */
export function createDraftPartWriter(storage: ChatStorage) {
  const pending = new Map<string, string>();
  const writes = new Map<string, Promise<void>>();
  const edited = new Set<string>();
  const cleared = new Set<string>();
  /** Parts whose last write has failed. */
  const failed = new Set<string>();

  async function flush(key: DraftKey, id: string): Promise<void> {
    for (let value = pending.get(id); value !== undefined; value = pending.get(id)) {
      const isWritten = await storage.putDraft(key, value);
      if (pending.get(id) !== value) continue;
      pending.delete(id);
      if (isWritten) failed.delete(id);
      else failed.add(id);
    }
    writes.delete(id);
  }

  return {
    /** Resolves once the latest value is written, or has failed to be. */
    save(key: DraftKey, value: string): Promise<void> {
      const id = key.join(' ');
      pending.set(id, value);
      edited.add(id);
      cleared.delete(id);
      const write = writes.get(id) ?? flush(key, id);
      writes.set(id, write);
      return write;
    },
    /** Call when the part was cleared; its stored value remains until the next `save`. */
    markCleared: (key: DraftKey) => void cleared.add(key.join(' ')),
    /** Whether this tab has a later value than the device. */
    isUnsaved(key: DraftKey) {
      const id = key.join(' ');
      return pending.has(id) || cleared.has(id) || failed.has(id);
    },
    /** Call when the part was taken over from the device. */
    markRestored(key: DraftKey) {
      const id = key.join(' ');
      edited.delete(id);
      cleared.delete(id);
    },
    /** Whether the part was written in this tab, not taken over from the device. */
    isEdited: (key: DraftKey) => edited.has(key.join(' ')),
  };
}
