import { useCallback, useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { useParams } from 'react-router-dom';
import { Failure } from '../components/notice.tsx';
import { sceneNamed } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { ContactList } from '../features/chat/contact-list.tsx';
import { ChatWelcome, Conversation, FETCH_FAILED } from '../features/chat/conversation.tsx';
import { useAuthStore } from '../stores/auth.store.ts';
import { useChatStore } from '../stores/chat.store.ts';

/** People on the left, the conversation on the right; one at a time on small screens. The address says which. */
export function ChatPage() {
  const { userId } = useParams();
  const me = useAuthStore((state) => state.user);
  const selectedUser = useChatStore((state) => state.selectedUser);
  const { hasFailed, open } = useOpenConversation(userId);
  const isOpen = selectedUser !== null && selectedUser._id === userId;
  usePageTitle(isOpen ? `Chat with ${selectedUser.fullName}` : 'Chats');

  if (!me) return null;
  return (
    <div className="mx-auto flex h-[calc(100dvh-var(--spacing-top-bar)-var(--spacing-bottom-bar)-1px)] w-full max-w-site md:h-[calc(100dvh-var(--spacing-top-bar)-1px)] md:px-8 md:py-6">
      <div className="flex min-h-0 w-full overflow-hidden bg-paper-raised md:rounded-card md:border md:border-line md:shadow-card">
        <div
          className={`${userId === undefined ? 'flex' : 'hidden md:flex'} w-full min-w-0 flex-col border-line md:w-80 md:border-e lg:w-88`}
        >
          <ContactList selectedId={userId} />
        </div>
        <div
          className={`${userId === undefined ? 'hidden md:flex' : 'flex'} min-w-0 flex-1 flex-col bg-paper`}
        >
          {isOpen ? (
            <Conversation me={me} hasFailed={hasFailed} onRetry={open} />
          ) : userId !== undefined && hasFailed ? (
            <Failure message={FETCH_FAILED} onRetry={open} />
          ) : (
            userId === undefined && <ChatWelcome scene={sceneNamed('backwaters')} />
          )}
        </div>
      </div>
    </div>
  );
}

/** Selects the person of the address in the store, and nobody when the page is left. */
function useOpenConversation(userId: string | undefined) {
  const { selectUserById, closeConversation } = useChatStore();
  const [hasFailed, setHasFailed] = useState(false);
  const open = useCallback(async () => {
    if (userId === undefined) return;
    setHasFailed(false);
    if (await selectUserById(userId)) return;
    setHasFailed(true);
    toast.error(FETCH_FAILED, { id: 'messages' });
  }, [userId, selectUserById]);

  useEffect(() => {
    void open();
    return closeConversation;
  }, [open, closeConversation]);
  return { hasFailed, open: () => void open() };
}
