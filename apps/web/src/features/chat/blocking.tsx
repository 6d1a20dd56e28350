import type { PublicUser } from '@safarnama/contracts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { useChatStore } from '../../stores/chat.store.ts';
import { reasonOr } from './reason.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Asks before somebody is blocked, or is no longer. */
export function BlockDialog({
  person: { _id, fullName },
  isBlocked,
  onClose,
}: {
  person: PublicUser;
  isBlocked: boolean;
  onClose: () => void;
}) {
  const handleAct = async () => {
    const { setBlocked } = useChatStore.getState();
    const isDone = await setBlocked(_id, !isBlocked);
    onClose();
    if (!isDone) toast.error(reasonOr(useChatStore.getState().error, CHAT_STRINGS.blockFailed));
  };
  return (
    <AskDialog
      title={isBlocked ? CHAT_STRINGS.unblockTitle(fullName) : CHAT_STRINGS.blockTitle(fullName)}
      text={isBlocked ? CHAT_STRINGS.unblockText : CHAT_STRINGS.blockText}
      keep={CHAT_STRINGS.blockKeep}
      act={isBlocked ? CHAT_STRINGS.unblock : CHAT_STRINGS.block}
      onClose={onClose}
      onAct={handleAct}
    />
  );
}

/** In the composer's place while one has blocked the person. */
export function BlockedLine({ person }: { person: PublicUser }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t bg-paper-raised px-4 py-3">
      <p className="text-ink-soft [overflow-wrap:anywhere]" dir="auto">
        {CHAT_STRINGS.isBlocked(person.fullName)}
      </p>
      <button
        type="button"
        className="button button-quiet"
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {CHAT_STRINGS.unblock}
      </button>
      {isAsking && <BlockDialog person={person} isBlocked onClose={() => setIsAsking(false)} />}
    </div>
  );
}
