import type { Author, Message, ReactionEmoji } from '@safarnama/contracts';
import { memo, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import type { Picture } from '../../components/picture-viewer.tsx';
import { useFocusLost } from '../../components/use-focus-lost.ts';
import { useLanguage } from '../../i18n/language.ts';
import { formatMessageTime } from '../../lib/format-date.ts';
import { averageColor, pictureUrl } from '../../lib/pictures.ts';
import type { OutgoingMessage } from '../../stores/chat/outbox/outgoing-message.ts';
import { failureText } from './failure-text.ts';
import { focusMessage } from './focus-message.ts';
import { MessageState } from './message-state.tsx';
import { isLargeEmoji, MessageText } from './message-text.tsx';
import { MessageToolbar } from './message-toolbar.tsx';
import { QuoteContent } from './quote.tsx';
import { Reactions } from './reactions.tsx';
import { SharedStory } from './shared-story.tsx';
import { CHAT_STRINGS, type SendState } from './strings.ts';
import { useLongPress } from './use-long-press.ts';

/** Maximum size of a picture in the conversation, in rem; also in the classes of one whose size is unknown. */
const MAX_PICTURE = { width: 22, height: 18 };

/** Actions on messages. Referentially stable, so that rows do not re-render. */
export interface MessageActions {
  openPicture: (message: Message, picture: Picture) => void;
  /** Opens the message menu next to an element of the row. */
  openMenu: (message: Message, anchor: HTMLElement, initialFocus: 'reactions' | 'actions') => void;
  reply: (message: Message) => void;
  react: (messageId: string, emoji: ReactionEmoji | null) => void;
  /** Scrolls to the message that was replied to. */
  jumpTo: (messageId: string) => void;
  retry: (clientMessageId: string) => void;
  discard: (clientMessageId: string) => void;
}

interface MessageBubbleProps {
  message: Message;
  /** Set while the message is unsent. */
  outgoing: OutgoingMessage | undefined;
  /** Undefined for messages of the partner. */
  state: SendState | undefined;
  me: Author;
  partner: Author;
  isLastInGroup: boolean;
  showsTime: boolean;
  showsWaitingNote: boolean;
  /** Whether the row and its controls can be reached with Tab. */
  isTabStop: boolean;
  /** Whether the row is the target of a jump and briefly highlighted. */
  isHighlighted: boolean;
  /** Whether replies and reactions are possible in this conversation. */
  canReply: boolean;
  actions: MessageActions;
}

/**
 * One message with sender, content, time and send state. The user's own messages are aligned to the end of the line.
 */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  useLanguage();
  const { message, outgoing, state, me, partner, isLastInGroup, showsTime, isTabStop, isHighlighted } = props;
  const { canReply, actions } = props;
  const { _id, senderId, createdAt, reactions, deletedAt } = message;
  const isOwn = senderId === me._id;
  const isDeleted = deletedAt !== undefined;
  const tabIndex = isTabStop ? 0 : -1;
  const isEmoji = !isDeleted && isLargeEmoji(message);
  const row = useRef<HTMLElement>(null);
  const longPress = useLongPress(() => {
    if (row.current && !outgoing) actions.openMenu(message, row.current, 'actions');
  });
  const isUnsent = state === 'waiting' || state === 'failed';
  return (
    <article
      ref={row}
      data-message={_id}
      aria-labelledby={`content-${_id} meta-${_id}`}
      tabIndex={tabIndex}
      className={`group/row grid gap-x-2.5 rounded-2xl -outline-offset-1 ${isLastInGroup ? 'pb-5' : 'pb-1'} ${isOwn ? 'grid-cols-[minmax(0,1fr)_2rem]' : 'grid-cols-[2rem_minmax(0,1fr)]'}`}
    >
      <span className={`row-start-1 self-end ${isOwn ? 'col-start-2' : ''}`}>
        {isLastInGroup && <Avatar user={isOwn ? me : partner} />}
      </span>
      <div
        // Leaves room for the toolbar: three buttons in a wide conversation, otherwise one.
        className={`relative row-start-1 w-fit max-w-[min(34rem,calc(100%-2.75rem))] @lg:max-w-[min(34rem,calc(100%-6.75rem))] ${isOwn ? 'col-start-1 ms-auto' : 'col-start-2'}`}
      >
        <div
          id={`content-${_id}`}
          {...longPress}
          className={`overflow-hidden text-start [@media(hover:none)]:select-none ${isHighlighted ? 'outline-3 outline-marigold' : ''} ${bubbleClass(isOwn, isLastInGroup, isEmoji, isDeleted)}`}
        >
          <span className="sr-only">{isOwn ? CHAT_STRINGS.you : partner.fullName}: </span>
          {isDeleted ? (
            <p className="px-4 py-2 font-text text-ink-soft italic">{CHAT_STRINGS.deleted}</p>
          ) : (
            <BubbleContent {...props} isOwn={isOwn} isEmoji={isEmoji} tabIndex={tabIndex} />
          )}
        </div>
        {!outgoing && (
          <MessageToolbar
            isOwn={isOwn}
            canReply={canReply && !isDeleted}
            tabIndex={tabIndex}
            onOpenMenu={(anchor, initialFocus) => actions.openMenu(message, anchor, initialFocus)}
            onReply={() => actions.reply(message)}
          />
        )}
      </div>
      <div className={`row-start-2 min-w-0 ${isOwn ? 'col-start-1 text-end' : 'col-start-2'}`}>
        {reactions && reactions.length > 0 && (
          <div className={`relative z-1 -mt-1.5 flex px-2 ${isOwn ? 'justify-end' : ''}`}>
            <Reactions
              reactions={reactions}
              ownId={me._id}
              partnerName={partner.fullName}
              tabIndex={tabIndex}
              onReact={(emoji) => actions.react(_id, emoji)}
            />
          </div>
        )}
        {/* Always available to screen readers; of several messages in the same minute, visible only for the last. */}
        <div
          id={`meta-${_id}`}
          className={
            showsTime || isUnsent
              ? `mt-1 flex flex-wrap items-center gap-x-1.5 text-ink-soft text-xs leading-4.5 ${isOwn ? 'justify-end' : ''}`
              : 'sr-only'
          }
        >
          <time dateTime={createdAt}>{formatMessageTime(createdAt)}</time>
          {state && !isDeleted && <MessageState state={state} />}
        </div>
        {outgoing && isUnsent && (
          <UnsentNotice
            outgoing={outgoing}
            showsWaitingNote={props.showsWaitingNote}
            tabIndex={tabIndex}
            actions={actions}
          />
        )}
      </div>
    </article>
  );
});

function bubbleClass(isOwn: boolean, isLastInGroup: boolean, isEmoji: boolean, isDeleted: boolean): string {
  if (isEmoji) return 'rounded-2xl';
  const corner = isLastInGroup ? (isOwn ? 'rounded-ee-sm' : 'rounded-es-sm') : '';
  if (isDeleted) return `rounded-2xl border border-line border-dashed ${corner}`;
  return isOwn
    ? `rounded-2xl border border-indigo-wash bg-indigo-wash text-ink ${corner}`
    : `rounded-2xl border border-line bg-paper-raised shadow-[0_1px_2px_rgb(60_40_10/0.06)] ${corner}`;
}

interface BubblePartProps extends MessageBubbleProps {
  isOwn: boolean;
  isEmoji: boolean;
  tabIndex: 0 | -1;
}

function BubbleContent(props: BubblePartProps) {
  const { message, me, partner, outgoing, isEmoji, tabIndex, actions } = props;
  const { text, replyTo } = message;
  return (
    <>
      {replyTo && (
        <button
          type="button"
          tabIndex={tabIndex}
          className="mx-2 mt-2 block w-[calc(100%-1rem)] rounded-control border-marigold border-s-3 bg-paper/70 px-2.5 py-1.5 text-start -outline-offset-2 hover:bg-paper"
          onClick={() => actions.jumpTo(replyTo._id)}
        >
          <span className="sr-only">{CHAT_STRINGS.inReplyTo} </span>
          <QuoteContent
            quote={replyTo}
            name={replyTo.senderId === me._id ? CHAT_STRINGS.you : partner.fullName}
          />
        </button>
      )}
      {message.postId !== undefined && (
        <div className="mx-2 mt-2 max-w-80 rounded-control border border-line bg-paper/70 last:mb-2">
          <SharedStory story={message} tabIndex={tabIndex} />
        </div>
      )}
      <MessagePicture {...props} />
      {outgoing?.state === 'sending' && outgoing.image !== '' && outgoing.progress !== null && (
        <progress
          max={1}
          value={outgoing.progress}
          aria-label={CHAT_STRINGS.uploading}
          className="mx-4 my-2 block h-1.5 w-[calc(100%-2rem)] appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-indigo-fill [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-indigo-fill"
        />
      )}
      {text !== '' && <MessageText text={text} tabIndex={tabIndex} isLarge={isEmoji} />}
    </>
  );
}

function MessagePicture({ message, partner, isOwn, tabIndex, actions }: BubblePartProps) {
  const { image, imageMeta, createdAt } = message;
  const src = useDecodedSource(pictureUrl(image, 960));
  if (image === '') return null;
  const alt = isOwn ? CHAT_STRINGS.sentByYou : CHAT_STRINGS.sentBy({ name: partner.fullName });
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className="block max-w-88 cursor-zoom-in -outline-offset-3"
      onClick={() => actions.openPicture(message, { image, alt, createdAt })}
    >
      <img
        src={src}
        alt={alt}
        loading="lazy"
        draggable={false}
        className="block h-auto max-h-72 max-w-full object-cover"
        style={
          // Reserves the space before the picture loads, so that nothing moves.
          imageMeta && {
            width: `min(${MAX_PICTURE.width}rem, ${imageMeta.width}px, ${(MAX_PICTURE.height * imageMeta.width) / imageMeta.height}rem)`,
            aspectRatio: `${imageMeta.width} / ${imageMeta.height}`,
            backgroundColor: averageColor(imageMeta.thumbhash),
          }
        }
      />
    </button>
  );
}

/** Returns the previous source until the new one has been decoded, so that the picture is never blank. */
function useDecodedSource(src: string): string {
  const [shown, setShown] = useState(src);
  useEffect(() => {
    if (src === shown) return;
    let isCurrent = true;
    const show = () => {
      if (isCurrent) setShown(src);
    };
    const picture = new Image();
    picture.src = src;
    picture.decode().then(show, show);
    return () => {
      isCurrent = false;
    };
  }, [src, shown]);
  return shown;
}

interface UnsentProps {
  outgoing: OutgoingMessage;
  showsWaitingNote: boolean;
  tabIndex: 0 | -1;
  actions: MessageActions;
}

/** Why a message is unsent, with the buttons Retry and Discard. */
function UnsentNotice({ outgoing, showsWaitingNote, tabIndex, actions }: UnsentProps) {
  const { clientMessageId, state, error = null, errorCode = null } = outgoing;
  const notice = useFocusLost<HTMLDivElement>(focusMessage);
  return (
    <div ref={notice} className="mt-0.5 flex flex-wrap items-center justify-end gap-x-2 text-sm">
      {state === 'failed' && (
        <span className="text-danger" dir="auto">
          {failureText({ error, errorCode }, CHAT_STRINGS.sendFailed)}
        </span>
      )}
      {showsWaitingNote && <span className="text-ink-soft">{CHAT_STRINGS.willSend}</span>}
      <span className="flex gap-1">
        {(
          [
            [CHAT_STRINGS.retry, actions.retry],
            [CHAT_STRINGS.discard, actions.discard],
          ] as const
        ).map(([label, handleClick]) => (
          <button
            key={label}
            type="button"
            tabIndex={tabIndex}
            className="link inline-flex min-h-7 items-center px-1"
            onClick={() => handleClick(clientMessageId)}
          >
            {label}
          </button>
        ))}
      </span>
    </div>
  );
}
