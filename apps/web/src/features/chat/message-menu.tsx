import { DELETE_FOR_BOTH_MS, type Message, REACTIONS, type ReactionEmoji } from '@safarnama/contracts';
import { Copy, CornerUpLeft, Trash2, UsersRound } from 'lucide-react';
import { serverNow } from '../../lib/server-clock.ts';
import { Menu, MenuItem, MenuRadio } from './menu.tsx';
import { ownReaction } from './reactions.tsx';
import { CHAT_STRINGS } from './strings.ts';

interface MessageMenuProps {
  message: Message;
  ownId: string;
  anchor: HTMLElement;
  /** The group whose first item gets the focus. */
  initialFocus: 'reactions' | 'actions';
  /** Whether replies and reactions are possible in this conversation. */
  canReply: boolean;
  onClose: () => void;
  onReact: (emoji: ReactionEmoji | null) => void;
  onReply: () => void;
  onCopy: () => void;
  onDelete: (scope: 'me' | 'both') => void;
}

/** The menu of a message: reactions, reply, copy, delete. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, ownId, anchor, initialFocus, onClose, onReact, onReply, onCopy, onDelete } = props;
  const ownEmoji = ownReaction(message.reactions, ownId);
  const canReply = props.canReply && message.deletedAt === undefined;
  return (
    <Menu
      label={CHAT_STRINGS.actions}
      anchor={anchor}
      initialFocus={initialFocus === 'reactions' ? 'menuitemradio' : 'menuitem'}
      onClose={onClose}
    >
      {canReply && (
        // biome-ignore lint/a11y/useSemanticElements: a menu must not contain a fieldset.
        <div
          role="group"
          aria-label={CHAT_STRINGS.react}
          className="mb-1 flex justify-between border-line border-b pb-1"
        >
          {REACTIONS.map((emoji) => (
            <MenuRadio
              key={emoji}
              label={CHAT_STRINGS.reactionNames[emoji]}
              isChecked={emoji === ownEmoji}
              onSelect={() => onReact(emoji === ownEmoji ? null : emoji)}
            >
              {emoji}
            </MenuRadio>
          ))}
        </div>
      )}
      {canReply && <MenuItem icon={CornerUpLeft} label={CHAT_STRINGS.reply} onSelect={onReply} />}
      {message.text !== '' && <MenuItem icon={Copy} label={CHAT_STRINGS.copy} onSelect={onCopy} />}
      <MenuItem icon={Trash2} label={CHAT_STRINGS.deleteForMe} onSelect={() => onDelete('me')} />
      {canDeleteForBoth(message, ownId) && (
        <MenuItem icon={UsersRound} label={CHAT_STRINGS.deleteForBoth} onSelect={() => onDelete('both')} />
      )}
    </Menu>
  );
}

/** Whether the user sent the message less than `DELETE_FOR_BOTH_MS` ago and it is not deleted. */
function canDeleteForBoth({ senderId, createdAt, deletedAt }: Message, ownId: string): boolean {
  return (
    senderId === ownId && deletedAt === undefined && serverNow() - Date.parse(createdAt) < DELETE_FOR_BOTH_MS
  );
}
