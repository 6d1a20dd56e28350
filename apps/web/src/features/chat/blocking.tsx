import type { PublicUser } from '@safarnama/contracts';
import { Ban, EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { toastFailure } from '../../components/toast-failure.tsx';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { failureText } from './failure-text.ts';
import { Menu, MenuItem } from './menu.tsx';
import { CHAT_STRINGS } from './strings.ts';

/** Asks for confirmation before blocking or unblocking a user. */
function BlockDialog({
  partner: { _id, fullName },
  isBlocked: isBlockedNow,
  onClose,
}: {
  partner: PublicUser;
  /** Read once, so that a change in another tab does not turn the question into its opposite. */
  isBlocked: boolean;
  onClose: () => void;
}) {
  const [isBlocked] = useState(isBlockedNow);
  const handleConfirm = async (isOpen: () => boolean) => {
    const { setBlocked } = useChatStore.getState();
    const isSaved = await setBlocked(_id, !isBlocked);
    if (isOpen()) onClose();
    if (!isSaved) toastFailure(failureText(useChatStore.getState(), CHAT_STRINGS.blockFailed));
  };
  return (
    <ConfirmDialog
      title={
        isBlocked
          ? CHAT_STRINGS.unblockTitle({ name: fullName })
          : CHAT_STRINGS.blockTitle({ name: fullName })
      }
      text={isBlocked ? CHAT_STRINGS.unblockText : CHAT_STRINGS.blockText}
      cancelLabel={CHAT_STRINGS.cancelBlock}
      confirmLabel={isBlocked ? CHAT_STRINGS.unblock : CHAT_STRINGS.block}
      onClose={onClose}
      onConfirm={handleConfirm}
    />
  );
}

/** Replaces the composer while the partner is blocked. */
export function BlockedNotice({ partner }: { partner: PublicUser }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t bg-paper-raised px-4 py-3">
      <p className="text-ink-soft [overflow-wrap:anywhere]" dir="auto">
        {CHAT_STRINGS.isBlocked({ name: partner.fullName })}
      </p>
      <button
        type="button"
        className="button button-quiet"
        aria-haspopup="dialog"
        onClick={() => setIsConfirming(true)}
      >
        {CHAT_STRINGS.unblock}
      </button>
      {isConfirming && <BlockDialog partner={partner} isBlocked onClose={() => setIsConfirming(false)} />}
    </div>
  );
}

/** Replaces the composer for a user whom the partner has blocked. */
export function CannotMessageNotice() {
  return (
    <p
      role="status"
      className="border-line border-t bg-paper-raised px-4 py-4 text-center text-ink-soft text-balance"
    >
      {CHAT_STRINGS.cannotMessage}
    </p>
  );
}

/** The menu of the conversation: block or unblock the partner. */
export function ConversationMenu({ partner, isBlocked }: { partner: PublicUser; isBlocked: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button-icon"
        aria-label={CHAT_STRINGS.more}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </button>
      {anchor && (
        <Menu label={CHAT_STRINGS.more} anchor={anchor} onClose={() => setAnchor(null)}>
          <MenuItem
            icon={Ban}
            label={isBlocked ? CHAT_STRINGS.unblock : CHAT_STRINGS.block}
            onSelect={() => setIsConfirming(true)}
          />
        </Menu>
      )}
      {isConfirming && (
        <BlockDialog partner={partner} isBlocked={isBlocked} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}
