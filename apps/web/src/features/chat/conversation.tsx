import type { User } from '@safarnama/contracts';
import { X } from 'lucide-react';
import toast from 'react-hot-toast';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { Failure } from '../../components/notice.tsx';
import { paths } from '../../config/paths.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat.store.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { Presence } from './presence.tsx';

export const FETCH_FAILED = "Can't fetch messages";

interface ConversationProps {
  me: User;
  /** Loading the conversation has failed. */
  hasFailed: boolean;
  onRetry: () => void;
}

/** The conversation with the selected person. */
export function Conversation({ me, hasFailed, onRetry }: ConversationProps) {
  const { selectedUser, messages, messagesLoading, olderLoading, olderCursor, fetchOlder } = useChatStore();
  const isOnline = useAuthStore((state) => state.onlineUsers.includes(selectedUser?._id ?? ''));
  const handleOlder = async () => {
    if (!(await fetchOlder())) toast.error(FETCH_FAILED, { id: 'messages' });
  };
  if (!selectedUser) return null;
  return (
    <section aria-labelledby="partner" className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-center gap-3 border-line border-b px-4 py-2.5">
        <Avatar person={selectedUser} size="medium" />
        <div className="min-w-0 flex-1">
          <h2 id="partner" className="truncate text-xl">
            <Link to={paths.author(selectedUser._id)} className="hover:underline">
              {selectedUser.fullName}
            </Link>
          </h2>
          <Presence isOnline={isOnline} />
        </div>
        <Link to={paths.chat} className="button-icon" aria-label="Close conversation">
          <X aria-hidden className="size-5" />
        </Link>
      </header>
      {hasFailed && messages.length === 0 ? (
        <div className="min-h-0 flex-1 px-4">
          <Failure message={FETCH_FAILED} onRetry={onRetry} />
        </div>
      ) : (
        <MessageList
          key={selectedUser._id}
          messages={messages}
          me={me}
          partner={selectedUser}
          isLoading={messagesLoading}
          hasOlder={olderCursor !== null}
          isLoadingOlder={olderLoading}
          onOlder={() => void handleOlder()}
        />
      )}
      <Composer key={`composer-${selectedUser._id}`} />
    </section>
  );
}

/** With nobody selected. */
export function ChatWelcome({ scene }: { scene: string }) {
  return (
    <div className="m-auto max-w-sm p-6 text-center">
      <img src={scene} alt="" width={480} height={320} className="mx-auto w-72 max-w-full rounded-card" />
      <h2 className="mt-6 text-2xl">Somebody was there before you</h2>
      <p className="mt-2 text-ink-soft">Select a conversation to start chatting.</p>
    </div>
  );
}
