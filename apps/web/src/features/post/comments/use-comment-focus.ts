import type { RefObject } from 'react';
import { commentElementId } from './comment-row.tsx';

/** Runs a task once React has updated the page, and a closing dialog has returned the focus. */
const afterUpdate = (task: () => void) => requestAnimationFrame(() => requestAnimationFrame(task));

const isFocusLost = () => document.activeElement === document.body;

/** Moves the focus when the element that had it disappears. */
export function useCommentFocus(section: RefObject<HTMLElement | null>) {
  const listRows = () => [...(section.current?.querySelectorAll<HTMLElement>('[data-comment]') ?? [])];

  return {
    /**
     * Call before the form for a reply is closed. Focuses the button that opened it, or else its comment, unless the
     * user has moved on to another element, for example while the reply was being sent.
     */
    returnFromReply(threadId: string, opener: HTMLElement | null): void {
      const form = document.getElementById(`reply-${threadId}`)?.closest('form');
      if (!isFocusLost() && !form?.contains(document.activeElement)) return;
      const row = document.getElementById(commentElementId(threadId));
      (opener?.isConnected ? opener : row)?.focus({ preventScroll: true });
    },

    /**
     * Focuses the edit button of a comment whose editor was closed, unless the user has moved on to another element.
     */
    returnToRow(commentId: string): void {
      afterUpdate(() => {
        if (!isFocusLost()) return;
        const row = document.getElementById(commentElementId(commentId));
        const button = row?.querySelector<HTMLElement>('[data-action="edit"]');
        (button ?? row)?.focus({ preventScroll: true });
      });
    },

    /**
     * Call before a comment disappears.
     *
     * @returns a function that, if the focus is lost after the deletion, focuses the comment's row if it is still
     *   shown, otherwise the next row, the previous row or the heading.
     */
    rememberNeighbour(commentId: string): () => void {
      const ids = listRows().map(({ id }) => id);
      const index = ids.indexOf(commentElementId(commentId));
      const candidates = [...ids.slice(index), ...ids.slice(0, index).reverse()];
      return () =>
        afterUpdate(() => {
          // A user who has closed the dialog in the meantime may be elsewhere.
          if (document.activeElement !== document.body) return;
          const row = candidates.map((id) => document.getElementById(id)).find((found) => found !== null);
          (row ?? section.current?.querySelector<HTMLElement>('h2'))?.focus({ preventScroll: true });
        });
    },
  };
}
