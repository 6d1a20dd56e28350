import type { Author, Message } from '@safarnama/contracts';
import { memo } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { formatMessageTime } from '../../lib/format-date.ts';
import { averageColor, pictureUrl } from '../../lib/pictures.ts';
import { firstGraphemes } from '../../lib/text.ts';
import type { Picture } from './picture-viewer.tsx';
import { CHAT_STRINGS } from './strings.ts';

/** Up to so many emoji alone are shown large. */
const MAX_LARGE_EMOJI = 3;
const EMOJI_ALONE =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+$/u;
/** The largest a picture stands in the conversation, in rem. */
const MAX_PICTURE = { width: 22, height: 18 };

interface MessageBubbleProps {
  message: Message;
  sender: Author;
  isOwn: boolean;
  /** The first, the last of what the sender wrote in one go. */
  isFirst: boolean;
  isLast: boolean;
  hasTime: boolean;
  onOpen: (picture: Picture) => void;
}

/** One message: who, what, when. One's own stand on the right. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, sender, isOwn, isFirst, isLast, hasTime, onOpen } = props;
  const { _id, text, createdAt } = message;
  const isEmoji = isEmojiAlone(text) && message.image === '';
  return (
    <li
      data-message={_id}
      className={`flex items-end gap-2.5 ${isFirst ? 'mt-5 first:mt-0' : 'mt-1'} ${isOwn ? 'flex-row-reverse' : ''}`}
    >
      {/* Beside the last of a group, where the eye is when the next one comes. */}
      <span className={`w-8 flex-none ${hasTime ? 'mb-5.5' : ''}`}>
        {isLast && <Avatar person={sender} />}
      </span>
      <div className={`min-w-0 max-w-[min(34rem,84%)] ${isOwn ? 'text-end' : ''}`}>
        <div
          className={`w-fit max-w-full overflow-hidden text-start ${isOwn ? 'ms-auto' : ''} ${bubbleClass(isOwn, isLast, isEmoji)}`}
        >
          <span className="sr-only">{isOwn ? CHAT_STRINGS.you : sender.fullName}: </span>
          <MessagePicture message={message} sender={sender} isOwn={isOwn} onOpen={onOpen} />
          {text !== '' && (
            <p
              className={`whitespace-pre-wrap font-text [overflow-wrap:anywhere] ${isEmoji ? 'text-5xl leading-tight' : 'px-4 py-2.5 text-[1.0625rem] leading-relaxed'}`}
              dir="auto"
            >
              {text}
            </p>
          )}
        </div>
        {hasTime && (
          <time dateTime={createdAt} className="mt-1 block text-ink-soft text-xs leading-4.5">
            {formatMessageTime(createdAt)}
          </time>
        )}
      </div>
    </li>
  );
});

/** Another's letter is a sheet of paper; one's own is written on indigo. */
function bubbleClass(isOwn: boolean, isLast: boolean, isEmoji: boolean): string {
  if (isEmoji) return '';
  const corner = isLast ? (isOwn ? 'rounded-ee-sm' : 'rounded-es-sm') : '';
  return isOwn
    ? `rounded-2xl border border-indigo-wash bg-indigo-wash text-ink ${corner}`
    : `rounded-2xl border border-line bg-paper-raised shadow-[0_1px_2px_rgb(60_40_10/0.06)] ${corner}`;
}

function isEmojiAlone(text: string): boolean {
  return text !== '' && EMOJI_ALONE.test(text) && firstGraphemes(text, MAX_LARGE_EMOJI) === text;
}

function MessagePicture({
  message: { image, imageMeta, createdAt },
  sender,
  isOwn,
  onOpen,
}: Pick<MessageBubbleProps, 'message' | 'sender' | 'isOwn' | 'onOpen'>) {
  if (image === '') return null;
  const alt = isOwn ? CHAT_STRINGS.sentByYou : CHAT_STRINGS.sentBy(sender.fullName);
  return (
    <button
      type="button"
      className="block max-w-full cursor-zoom-in -outline-offset-3"
      onClick={() => onOpen({ image, alt, createdAt })}
    >
      <img
        src={pictureUrl(image, 960)}
        alt={alt}
        loading="lazy"
        className="block h-auto max-h-72 max-w-full object-cover"
        style={
          // Its room is kept from the beginning, so that nothing moves when it comes.
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
