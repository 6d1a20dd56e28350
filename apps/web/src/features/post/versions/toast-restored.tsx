import type { Post } from '@safarnama/contracts';
import { useRef } from 'react';
import toast from 'react-hot-toast';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { UndoMessage } from '../../../components/undo-message.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { UNDO_MS } from '../../../lib/undo.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { restoreVersion } from '../../../stores/restore-version.ts';
import { VERSION_STRINGS } from './strings.ts';

interface Restoration {
  /** The story before the restoration. */
  post: Post;
  /** The version that was restored. */
  number: number;
}

/** Shows that a version was restored, with a button that restores the previously current version. */
export function toastRestored(restoration: Restoration): void {
  const id = `restored:${restoration.post._id}`;
  toast.success(<RestoredMessage id={id} {...restoration} />, { id, duration: UNDO_MS });
}

function RestoredMessage({ id, post, number }: Restoration & { id: string }) {
  // Another user may have signed in since.
  const isAuthor = useAuthStore(({ user }) => user?._id === post.authorId._id);
  const text = VERSION_STRINGS.restored({ number });
  const isUndoing = useRef(false);
  const handleUndo = async () => {
    // The button stays until the response has arrived.
    if (isUndoing.current) return;
    isUndoing.current = true;
    try {
      await restoreVersion(post._id, post.version);
      toast.success(VERSION_STRINGS.undone, { id, duration: UNDO_MS });
    } catch (error) {
      toastFailure(errorMessage(error, VERSION_STRINGS.restoreFailed), { id, duration: UNDO_MS });
    }
  };
  return isAuthor ? <UndoMessage text={text} onUndo={() => void handleUndo()} /> : <span>{text}</span>;
}
