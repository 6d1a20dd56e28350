import { type Contact, isBlank, type Message } from '@safarnama/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { paths } from '../../config/paths.ts';
import { useLanguage } from '../../i18n/language.ts';
import { guessLanguage } from '../../lib/text.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { type ChatDraft, getDraft } from '../../stores/chat/drafts-slice.ts';
import type { OutgoingMessage } from '../../stores/chat/outbox/outgoing-message.ts';
import { formatListTime } from './format-day.ts';
import { MessageState } from './message-state.tsx';
import { Presence, TypingIndicator } from './presence.tsx';
import { CHAT_STRINGS } from './strings.ts';
import { useToday } from './use-today.ts';

/** The largest count that the badge shows. */
const MAX_UNREAD = 99;

/** Route state of a conversation; `fromList`: the previous history entry is the list of chats. */
interface ChatRouteState {
  fromList: boolean;
}

interface ContactRowProps {
  user: Contact;
  /** Undefined while the presence is unknown. */
  isOnline: boolean | undefined;
  isSelected: boolean;
  isTyping: boolean;
  /** The user's latest unsent message to this contact. */
  unsent: OutgoingMessage | undefined;
  /** Whether no conversation is open, so that Back leads to the list. */
  isFromList: boolean;
  tabIndex: 0 | -1;
  onFocus: (id: string) => void;
}

/** A contact with presence, last message and unread count; links to the conversation. */
export const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  useLanguage();
  const { user, isOnline, isSelected, isTyping, unsent, isFromList, tabIndex, onFocus } = props;
  const { _id, fullName, lastMessage, unreadCount } = user;
  const today = useToday();
  // The composer shows the draft of the open conversation; unread messages take precedence over a draft.
  const draft = useChatStore((chat) =>
    isSelected || unreadCount > 0 ? '' : draftPreview(getDraft(chat, _id)),
  );
  const hasPreview = lastMessage !== undefined || unsent !== undefined || draft !== '';
  const state: ChatRouteState = { fromList: isFromList };
  return (
    <Link
      to={paths.chatWith(_id)}
      state={state}
      tabIndex={tabIndex}
      onFocus={() => onFocus(_id)}
      data-contact={_id}
      aria-current={isSelected ? 'true' : undefined}
      className="relative flex items-center gap-3.5 px-4 py-3 -outline-offset-3 before:absolute before:inset-y-3 before:start-0 before:w-1 before:rounded-e-full hover:bg-paper-sunk aria-[current=true]:bg-indigo-wash aria-[current=true]:before:bg-marigold forced-colors:aria-[current=true]:underline"
    >
      <span className="rounded-full ring-2 ring-paper-raised">
        <Avatar user={user} size="medium" />
      </span>
      {/* The reading order is name, presence, time, message; the grid arranges them in two lines. */}
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
        <span
          className="truncate font-display font-semibold text-[1.0625rem] leading-snug"
          title={fullName}
          dir="auto"
          lang={guessLanguage(fullName)}
        >
          {fullName}
        </span>{' '}
        {/* A flex box adds no line of text of its own, which would grow the row once the font of the message is loaded. */}
        <span className={`flex ${hasPreview ? 'col-start-2 row-start-2 justify-self-end' : ''}`}>
          {isOnline !== undefined && <Presence isOnline={isOnline} />}
        </span>
        {lastMessage && (
          <>
            {' '}
            <time
              dateTime={lastMessage.createdAt}
              className="col-start-2 row-start-1 justify-self-end text-ink-soft text-xs"
            >
              {formatListTime(lastMessage.createdAt, today)}
            </time>
          </>
        )}{' '}
        {(isTyping || hasPreview || unreadCount > 0) && (
          <span className="col-start-1 row-start-2 flex min-w-0 items-center gap-2">
            {isTyping ? (
              <TypingIndicator />
            ) : unsent ? (
              <span className="flex min-w-0 items-center gap-1 text-ink-soft">
                <MessageState state={unsent.state} />{' '}
                <span className="truncate font-text text-sm" dir="auto" lang={guessLanguage(unsent.text)}>
                  {previewText({ text: unsent.text, ...unsent.story }, true)}
                </span>
              </span>
            ) : draft !== '' ? (
              <span className="truncate font-text text-ink-soft text-sm" dir="auto">
                <span className="font-semibold text-marigold-text">{CHAT_STRINGS.draftLabel}</span>{' '}
                <span lang={guessLanguage(draft)}>{draft}</span>
              </span>
            ) : (
              <span
                className={`truncate font-text text-sm ${unreadCount > 0 ? 'font-semibold text-ink' : 'text-ink-soft'} ${lastMessage?.deletedAt === undefined ? '' : 'pe-1 italic'}`}
                dir="auto"
                lang={lastMessage && guessLanguage(lastMessage.text)}
              >
                {lastMessage && previewText(lastMessage, lastMessage.senderId !== _id)}
              </span>
            )}
            {unreadCount > 0 && (
              <span className="ms-auto min-w-5.5 flex-none rounded-full bg-indigo-fill px-1.5 text-center font-semibold text-on-indigo text-xs leading-5.5 forced-colors:border">
                <span aria-hidden>{formatUnread(unreadCount)}</span>
                <span className="sr-only">{CHAT_STRINGS.unread({ count: unreadCount })}</span>
              </span>
            )}
          </span>
        )}
      </span>
    </Link>
  );
});

/** Formats the count for the badge, which has room for two digits. */
function formatUnread(count: number): string {
  return count > MAX_UNREAD
    ? CHAT_STRINGS.unreadMany({ limit: MAX_UNREAD })
    : CHAT_STRINGS.unreadCount({ count });
}

/** Maximum number of characters to render; one line shows fewer. */
const PREVIEW_LENGTH = 160;

/**
 * The beginning of a draft's text, or what the draft contains instead; empty for a draft without text, story and
 * picture.
 */
function draftPreview({ text, image, story }: ChatDraft): string {
  if (!isBlank(text)) return text.trim().slice(0, PREVIEW_LENGTH);
  if (story !== null) return CHAT_STRINGS.story;
  return image === '' ? '' : CHAT_STRINGS.picture;
}

function previewText(
  { text, postId, deletedAt }: Pick<Message, 'text' | 'postId' | 'deletedAt'>,
  isOwn: boolean,
): string {
  if (deletedAt !== undefined) return CHAT_STRINGS.deleted;
  const withoutText = postId === undefined ? CHAT_STRINGS.picture : CHAT_STRINGS.sharedStory;
  const preview = text === '' ? withoutText : text.slice(0, PREVIEW_LENGTH);
  return isOwn ? CHAT_STRINGS.ownPreview({ text: preview }) : preview;
}
