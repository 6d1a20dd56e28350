import type { Message, User } from '@safarnama/contracts';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Picture, PictureViewer } from '../../components/picture-viewer.tsx';
import { toast } from '../../components/toast.ts';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { trackUser } from '../../stores/track-user.ts';
import type { ConversationRow } from './conversation-rows.ts';
import { failureText } from './failure-text.ts';
import { loadUntil } from './load-until.ts';
import type { MessageActions } from './message-bubble.tsx';
import { MessageMenu } from './message-menu.tsx';
import { CHAT_STRINGS } from './strings.ts';

/** How long the target of a jump stays highlighted. */
const HIGHLIGHT_MS = 2_000;

interface OpenMenu {
  message: Message;
  anchor: HTMLElement;
  initialFocus: 'reactions' | 'actions';
}

interface Options {
  me: User;
  rows: readonly ConversationRow[];
  canReply: boolean;
  onReply: (message: Message) => void;
  goTo: (key: string) => void;
  /** Focuses the row whose menu was opened last or, if it was removed, its neighbour. */
  focusTabStop: () => void;
}

/** Actions on the messages of the open conversation and the overlays they open. */
export function useMessageActions(options: Options): {
  actions: MessageActions;
  highlightedId: string | undefined;
  overlays: ReactNode;
} {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [viewer, setViewer] = useState<{ message: Message; picture: Picture } | null>(null);
  const [pendingDelete, setPendingDelete] = useState<{ message: Message; scope: 'me' | 'both' } | null>(null);
  const [highlightedId, setHighlightedId] = useState<string>();
  /** Target of a jump that is searched for on older pages. */
  const [searchedId, setSearchedId] = useState<string>();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const opened = (menu ?? viewer)?.message;
  const message = opened && findUndeleted(opened, options.rows);
  const isOpenedDeleted = opened !== undefined && message === undefined;
  useEffect(() => {
    if (!isOpenedDeleted) return;
    setMenu(null);
    setViewer(null);
    if (menu?.anchor.isConnected) menu.anchor.focus({ preventScroll: true });
    // Waits until the list has replaced a removed row as the tab stop.
    else requestAnimationFrame(() => latest.current.focusTabStop());
  }, [isOpenedDeleted, menu]);
  useEffect(() => {
    if (highlightedId === undefined) return;
    const timer = setTimeout(() => setHighlightedId(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlightedId]);

  const actions = useMemo<MessageActions>(() => {
    const react: MessageActions['react'] = async (messageId, emoji) => {
      if (await useChatStore.getState().react(messageId, emoji)) return;
      toastFailure(failureText(useChatStore.getState(), CHAT_STRINGS.reactFailed));
    };
    return {
      openPicture: (message, picture) => setViewer({ message, picture }),
      openMenu: (message, anchor, initialFocus) => setMenu({ message, anchor, initialFocus }),
      reply: (message) => latest.current.onReply(message),
      react,
      jumpTo: async (messageId) => {
        const { activeElement } = document;
        setSearchedId(messageId);
        const result = await loadUntil(messageId, () => isClosed.current);
        setSearchedId((id) => (id === messageId ? undefined : id));
        if (isClosed.current) return;
        if (result === 'missing') toast.error(CHAT_STRINGS.quoteMissing);
        if (result === 'failed') {
          toastFailure(failureText(useChatStore.getState(), CHAT_STRINGS.messagesFailed), { id: 'messages' });
        }
        if (result !== 'found') return;
        // Waits until the loaded rows are rendered.
        await new Promise(requestAnimationFrame);
        const row = latest.current.rows.find(({ message }) => message._id === messageId);
        if (!row || hasFocusLeftRows(activeElement)) return;
        latest.current.goTo(row.key);
        setHighlightedId(messageId);
      },
      retry: (clientMessageId) => useChatStore.getState().retryOutgoing(clientMessageId),
      discard: (clientMessageId) => useChatStore.getState().discardOutgoing(clientMessageId),
    };
  }, []);

  const handleDelete = async (message: Message, scope: 'me' | 'both', isOpen: () => boolean) => {
    const isSessionOver = trackUser();
    const isDeleted = await useChatStore.getState().deleteMessage(message._id, scope);
    if (isSessionOver()) return;
    const wasOpen = isOpen();
    if (wasOpen) setPendingDelete(null);
    if (!isDeleted) {
      toastFailure(failureText(useChatStore.getState(), CHAT_STRINGS.deleteFailed));
      return;
    }
    toast.success(CHAT_STRINGS.deletedToast);
    // The dialog took the focus from the row. A user who has closed the dialog may be elsewhere.
    if (wasOpen || document.activeElement === document.body) latest.current.focusTabStop();
  };
  const handleMenuClose = () => {
    setMenu(null);
    // New messages may have scrolled the row out of the document.
    if (menu && !menu.anchor.isConnected) options.focusTabStop();
  };

  const isSearching =
    searchedId !== undefined && !options.rows.some(({ message }) => message._id === searchedId);
  const overlays = (
    <>
      <p aria-live="polite" className="pointer-events-none absolute inset-x-0 top-3 text-center text-sm">
        {isSearching && (
          <span className="inline-block rounded-full border border-line bg-paper px-3 py-1 shadow-card">
            {CHAT_STRINGS.findingQuote}
          </span>
        )}
      </p>
      {menu && message && (
        <MessageMenu
          {...menu}
          message={message}
          ownId={options.me._id}
          canReply={options.canReply}
          onClose={handleMenuClose}
          onReact={(emoji) => actions.react(message._id, emoji)}
          onReply={() => actions.reply(message)}
          onCopy={() => void copyText(message.text)}
          onDelete={(scope) => setPendingDelete({ message, scope })}
        />
      )}
      {pendingDelete && (
        <ConfirmDialog
          title={CHAT_STRINGS.deleteTitle}
          text={pendingDelete.scope === 'me' ? CHAT_STRINGS.deleteForMeText : CHAT_STRINGS.deleteForBothText}
          cancelLabel={CHAT_STRINGS.cancelDelete}
          confirmLabel={pendingDelete.scope === 'me' ? CHAT_STRINGS.deleteForMe : CHAT_STRINGS.deleteForBoth}
          onClose={() => setPendingDelete(null)}
          onConfirm={(isOpen) => handleDelete(pendingDelete.message, pendingDelete.scope, isOpen)}
        />
      )}
      {viewer && message && <PictureViewer pictures={[viewer.picture]} onClose={() => setViewer(null)} />}
    </>
  );
  return { actions, highlightedId, overlays };
}

/** The current state of a message; undefined if it was deleted since. */
function findUndeleted(opened: Message, rows: readonly ConversationRow[]): Message | undefined {
  // The id of an outgoing message becomes the key of its row when it is stored.
  const row = rows.find(({ key, message }) => message._id === opened._id || key === opened._id);
  return row?.message.deletedAt === opened.deletedAt ? row?.message : undefined;
}

/** Whether the user has moved the focus from an element to another one outside the messages, such as the composer. */
function hasFocusLeftRows(previous: Element | null): boolean {
  const { activeElement, body } = document;
  if (activeElement === previous || activeElement === body) return false;
  return activeElement?.closest('[data-row]') === null;
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(CHAT_STRINGS.copied);
  } catch {
    toast.error(CHAT_STRINGS.copyFailed);
  }
}
