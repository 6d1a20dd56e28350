import type { PublicUser } from '@safarnama/contracts';
import { Ban, EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { BlockDialog } from './blocking.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { CHAT_STRINGS } from './strings.ts';

/** What one can do with a conversation as a whole. */
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
