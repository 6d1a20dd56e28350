import type { Message, User } from '@safarnama/contracts';
import { ImagePlus } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { Failure } from '../../components/notice.tsx';
import { Scene } from '../../components/scene.tsx';
import { toast } from '../../components/toast.ts';
import { useFileDrop } from '../../components/use-file-drop.ts';
import { isComposingKey } from '../../lib/composing-key.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { attachPicture } from './attach-picture.ts';
import { BlockedNotice, CannotMessageNotice } from './blocking.tsx';
import { Composer } from './composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageList } from './message-list.tsx';
import { toQuote } from './quote.tsx';
import { CHAT_STRINGS } from './strings.ts';

interface ConversationProps {
  me: User;
  onRetry: () => void;
  onClose: () => void;
}

/** The conversation with the selected user: header, messages and composer. */
export function Conversation({ me, onRetry, onClose }: ConversationProps) {
  const { selectedUser, isEmpty, messagesFailed, isBlocked, canMessage, isDisconnected } = useChatStore(
    useShallow((state) => ({
      selectedUser: state.selectedUser,
      isEmpty:
        state.messages.length === 0 &&
        !state.outgoing.some(({ receiverId }) => receiverId === state.selectedUser?._id),
      messagesFailed: state.messagesFailed,
      isBlocked: state.isBlocked,
      canMessage: state.canMessage,
      isDisconnected: state.isDisconnected,
    })),
  );
  const footer = isBlocked ? 'blocked' : canMessage ? 'composer' : 'refused';
  const handleFile = (file: File) => {
    if (selectedUser) attachPicture(file, selectedUser._id);
  };
  const fileDrop = useFileDrop(footer === 'composer' ? handleFile : null);
  const heading = useFocusOnOpen(selectedUser?._id, footer);
  const section = useRef<HTMLElement>(null);
  const handleReply = useCallback((message: Message) => {
    const { selectedUser: partner, setDraft } = useChatStore.getState();
    if (partner) setDraft(partner._id, { replyTo: toQuote(message) });
    section.current?.querySelector('textarea')?.focus();
  }, []);
  if (!selectedUser) return null;
  return (
    <section
      ref={section}
      aria-labelledby="partner"
      className="group/conversation relative flex min-h-0 min-w-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (isCloseKey(event)) onClose();
      }}
      {...fileDrop.handlers}
    >
      <ConversationHeader partner={selectedUser} heading={heading} onClose={onClose} />
      <p
        role="status"
        className={
          isDisconnected
            ? 'border-line border-b bg-paper-sunk px-4 py-1.5 text-center text-ink-soft text-sm'
            : ''
        }
      >
        {isDisconnected ? CHAT_STRINGS.disconnected : ''}
      </p>
      {messagesFailed && isEmpty ? (
        <div className="min-h-0 flex-1 overflow-y-auto px-4">
          <Failure message={CHAT_STRINGS.messagesFailed} onRetry={onRetry} />
        </div>
      ) : (
        <MessageList
          key={selectedUser._id}
          me={me}
          partner={selectedUser}
          onRetry={onRetry}
          onReply={handleReply}
        />
      )}
      {footer === 'blocked' ? (
        <BlockedNotice partner={selectedUser} />
      ) : footer === 'refused' ? (
        <CannotMessageNotice />
      ) : (
        <Composer key={`composer-${selectedUser._id}`} />
      )}
      {fileDrop.isOver && (
        <div className="pointer-events-none absolute inset-3 z-10 grid place-content-center justify-items-center gap-3 rounded-card border-2 border-indigo border-dashed bg-paper/95 text-indigo">
          <ImagePlus aria-hidden className="size-10" />
          <p className="font-display text-2xl">{CHAT_STRINGS.dropHere}</p>
        </div>
      )}
    </section>
  );
}

/** True for Escape, unless it cancels a composition or a reply, or closes a menu or a dialog. */
function isCloseKey(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented } = event;
  // Events in a dialog bubble through its React parents.
  const isInDialog = target instanceof Element && target.closest('dialog') !== null;
  return key === 'Escape' && !defaultPrevented && !isComposingKey(event) && !isInDialog;
}

/**
 * Moves the focus into a conversation when it opens: to the composer where a hardware keyboard is likely, otherwise to
 * the heading, because an on-screen keyboard would cover half of the messages.
 */
function useFocusOnOpen(userId: string | undefined, footer: 'blocked' | 'composer' | 'refused') {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (userId !== undefined) focusConversation(heading.current);
  }, [userId]);
  const lastFooter = useRef(footer);
  useEffect(() => {
    // The Unblock button or the composer had the focus and was removed.
    const hasLostFocus = document.activeElement === document.body;
    if (lastFooter.current !== footer && hasLostFocus) focusConversation(heading.current);
    lastFooter.current = footer;
  }, [footer]);
  return heading;
}

function focusConversation(heading: HTMLHeadingElement | null): void {
  const hasKeyboard = window.matchMedia('(hover: hover) and (pointer: fine) and (width >= 48rem)').matches;
  const field = heading?.closest('section')?.querySelector('textarea');
  (hasKeyboard ? (field ?? heading) : heading)?.focus({ preventScroll: true });
}

/** Shown while no conversation is selected. */
export function ChatWelcome({ scene }: { scene: string }) {
  const fileDrop = useFileDrop(() => toast.error(CHAT_STRINGS.selectUserFirst, { id: 'select-user' }));
  return (
    <div className="flex flex-1 overflow-y-auto" {...fileDrop.handlers}>
      <div className="m-auto max-w-md p-8 text-center">
        <Scene
          url={scene}
          className="mx-auto w-80 max-w-full rotate-[-1.5deg] border-8 border-white shadow-card"
        />
        <h2 className="mt-8 text-3xl">{CHAT_STRINGS.welcomeTitle}</h2>
        <p className="mt-2 font-text text-ink-soft text-lg">{CHAT_STRINGS.welcome}</p>
      </div>
    </div>
  );
}
