import { CornerUpLeft, Ellipsis, type LucideIcon, SmilePlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { CHAT_STRINGS } from './strings.ts';

interface MessageToolbarProps {
  isOwn: boolean;
  /** Whether replies and reactions are possible in this conversation. */
  canReply: boolean;
  tabIndex: 0 | -1;
  /** Opens the message menu next to a button. */
  onOpenMenu: (anchor: HTMLElement, initialFocus: 'reactions' | 'actions') => void;
  onReply: () => void;
}

/**
 * Buttons next to the bubble, where they cover no other message, shown while the row is hovered or focused. In narrow
 * conversations and on touch screens, only the menu button is shown; a long press opens the menu too.
 */
export function MessageToolbar({ isOwn, canReply, tabIndex, onOpenMenu, onReply }: MessageToolbarProps) {
  const shortcutClass = '@max-lg:hidden [@media(hover:none)]:hidden';
  return (
    <div
      className={`absolute inset-y-0 not-group-hover/row:not-group-focus-within/row:pointer-events-none not-group-hover/row:not-group-focus-within/row:opacity-0 ${isOwn ? 'end-full' : 'start-full'}`}
    >
      {/* Stays visible next to a long message. */}
      <div className="sticky top-1 m-1 flex rounded-full border border-line bg-paper-raised shadow-card">
        {canReply && (
          <>
            <ToolbarButton
              icon={SmilePlus}
              label={CHAT_STRINGS.react}
              hasPopup
              tabIndex={tabIndex}
              className={shortcutClass}
              onClick={({ currentTarget }) => onOpenMenu(currentTarget, 'reactions')}
            />
            <ToolbarButton
              icon={CornerUpLeft}
              label={CHAT_STRINGS.reply}
              tabIndex={tabIndex}
              className={shortcutClass}
              onClick={onReply}
            />
          </>
        )}
        <ToolbarButton
          icon={Ellipsis}
          label={CHAT_STRINGS.actions}
          hasPopup
          tabIndex={tabIndex}
          onClick={({ currentTarget }) => onOpenMenu(currentTarget, 'actions')}
        />
      </div>
    </div>
  );
}

interface ToolbarButtonProps {
  icon: LucideIcon;
  label: string;
  hasPopup?: boolean;
  tabIndex: 0 | -1;
  className?: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

function ToolbarButton({
  icon: Icon,
  label,
  hasPopup = false,
  tabIndex,
  className = '',
  onClick,
}: ToolbarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup={hasPopup ? 'menu' : undefined}
      tabIndex={tabIndex}
      className={`grid size-8 place-items-center rounded-full text-ink-soft -outline-offset-2 hover:bg-paper-sunk hover:text-ink ${className}`}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
