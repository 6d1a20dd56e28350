import { useCallback, useEffect, useRef } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useShallow } from 'zustand/react/shallow';
import { EmptyState, Failure } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { toastFailure } from '../components/toast-failure.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { ContactList } from '../features/chat/contact-list.tsx';
import { ChatWelcome, Conversation } from '../features/chat/conversation.tsx';
import { BackButton } from '../features/chat/conversation-header.tsx';
import { failureText } from '../features/chat/failure-text.ts';
import { BubbleSkeletons } from '../features/chat/message-list.tsx';
import { CHAT_STRINGS } from '../features/chat/strings.ts';
import { isFromList } from '../lib/from-list.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useChatStore } from '../stores/chat/chat.store.ts';
import './chat.css';

/** Contacts next to the conversation named in the URL; small screens show either the contacts or the conversation. */
export function ChatPage() {
  // Ids are lower case; a URL typed by hand may not be.
  const userId = useParams().userId?.toLowerCase();
  const me = useAuthStore((state) => state.user);
  const isOpen = useChatStore(({ selectedUser }) => selectedUser !== null && selectedUser._id === userId);
  const hasFailed = useChatStore((state) => state.messagesFailed);
  const isUnknown = useChatStore((state) => state.isUserNotFound);
  const failure = useChatStore(useShallow(({ error, errorCode }) => ({ error, errorCode })));
  const open = useOpenConversation(userId === me?._id ? undefined : userId);
  const close = useCloseConversation(userId);
  const restoreDrafts = useChatStore((state) => state.restoreDrafts);
  // Runs before the user types, because the script of the chat may take a long time to load.
  useEffect(() => void restoreDrafts(), [restoreDrafts]);
  // The title does not name the partner, since others may see the browser's tabs.
  usePageTitle(CHAT_STRINGS.title);

  if (!me) return null;
  if (userId === me._id) return <Navigate to={paths.chat} replace />;
  return (
    <div
      data-fills-window
      className="mx-auto flex min-h-0 w-full max-w-site flex-1 md:px-[max(2rem,var(--spacing-gutter))] md:py-6"
    >
      <div className="flex min-h-0 w-full overflow-hidden bg-paper-raised md:rounded-card md:border md:border-line md:shadow-card">
        <div
          className={`${userId === undefined ? 'flex' : 'hidden md:flex'} w-full min-w-0 flex-col border-line md:w-80 md:border-e lg:w-88`}
        >
          <ContactList selectedId={userId} />
        </div>
        <div
          className={`${userId === undefined ? 'hidden md:flex' : 'flex'} min-w-0 flex-1 flex-col bg-paper`}
        >
          {/* Replaces the heading of the contact list, which is hidden on small screens. */}
          {userId !== undefined && <h1 className="sr-only md:hidden">{CHAT_STRINGS.title}</h1>}
          {isOpen ? (
            <Conversation me={me} onRetry={open} onClose={close} />
          ) : userId === undefined ? (
            <ChatWelcome scene={sceneUrl('backwaters')} />
          ) : (
            <div className="overflow-y-auto p-2">
              <BackButton onClose={close} />
              {isUnknown && <UnknownUserNotice reason={failureText(failure, CHAT_STRINGS.notFoundTitle)} />}
              {hasFailed && (
                <Failure message={failureText(failure, CHAT_STRINGS.messagesFailed)} onRetry={open} />
              )}
              {!isUnknown && !hasFailed && <BubbleSkeletons />}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** Shown when no user has the id in the URL; a retry would not help. */
function UnknownUserNotice({ reason }: { reason: string }) {
  return (
    <div role="alert">
      <EmptyState scene={sceneUrl('dunes')} title={reason}>
        <p className="mt-2 text-ink-soft">{CHAT_STRINGS.notFoundText}</p>
        <Link to={paths.chat} replace className="button button-primary mt-5">
          {CHAT_STRINGS.allChats}
        </Link>
      </EmptyState>
    </div>
  );
}

/**
 * Opens the conversation with the user in the URL, and closes it when the page unmounts.
 *
 * @returns a function that opens it again after a failure.
 */
function useOpenConversation(userId: string | undefined): () => void {
  const selectUserById = useChatStore((state) => state.selectUserById);
  const closeConversation = useChatStore((state) => state.closeConversation);
  const open = useCallback(async () => {
    if (userId === undefined) return;
    const isOpen = await selectUserById(userId);
    if (isOpen || useChatStore.getState().isUserNotFound) return;
    toastFailure(CHAT_STRINGS.messagesFailed, { id: 'messages' });
  }, [userId, selectUserById]);

  useEffect(() => {
    void open();
    return closeConversation;
  }, [open, closeConversation]);
  return useCallback(() => void open(), [open]);
}

/** Returns a function that closes the conversation and focuses its row in the contact list. */
function useCloseConversation(userId: string | undefined): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  const closedId = useRef<string>(undefined);

  useEffect(() => {
    if (userId !== undefined || closedId.current === undefined) return;
    // The id is compared instead of put into the selector, because an id from a URL may contain any characters.
    const rows = document.querySelectorAll<HTMLElement>('[data-contact]');
    [...rows].find(({ dataset }) => dataset['contact'] === closedId.current)?.focus();
    closedId.current = undefined;
  }, [userId]);

  return () => {
    closedId.current = userId;
    // Goes back to the list if it is the previous history entry, so that Back does not reopen the conversation.
    if (isFromList(location.state)) navigate(-1);
    else navigate(paths.chat, { replace: true });
  };
}
