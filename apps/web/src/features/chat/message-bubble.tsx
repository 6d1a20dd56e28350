import type { Author, Message } from '@safarnama/contracts';
import { Avatar } from '../../components/avatar.tsx';
import { formatMessageTime } from '../../lib/format-date.ts';
import { averageColor, pictureUrl } from '../../lib/pictures.ts';

interface MessageBubbleProps {
  message: Message;
  sender: Author;
  isOwn: boolean;
  onImageLoad: () => void;
}

/** One message: who, what, when. One's own stand on the right. */
export function MessageBubble({ message, sender, isOwn, onImageLoad }: MessageBubbleProps) {
  const { text, image, imageMeta, createdAt } = message;
  return (
    <li className={`flex items-end gap-2 ${isOwn ? 'flex-row-reverse' : ''}`}>
      <Avatar person={sender} />
      <div className={`max-w-[min(32rem,78%)] ${isOwn ? 'text-end' : ''}`}>
        <div
          className={`inline-block overflow-hidden rounded-card text-start ${isOwn ? 'rounded-ee-sm bg-indigo-fill text-on-indigo' : 'rounded-es-sm border border-line bg-paper-raised'}`}
        >
          <span className="sr-only">{isOwn ? 'You' : sender.fullName}:</span>
          {image !== '' && (
            <a href={image} target="_blank" rel="noreferrer">
              <img
                src={pictureUrl(image, 960)}
                alt={isOwn ? 'Sent by you' : `Sent by ${sender.fullName}`}
                width={imageMeta?.width}
                height={imageMeta?.height}
                onLoad={onImageLoad}
                className="h-auto max-h-80 w-auto max-w-full object-contain"
                style={imageMeta && { backgroundColor: averageColor(imageMeta.thumbhash) }}
              />
            </a>
          )}
          {text !== '' && (
            <p className="whitespace-pre-wrap px-4 py-2.5 [overflow-wrap:anywhere]" dir="auto">
              {text}
            </p>
          )}
        </div>
        <time dateTime={createdAt} className="mt-1 block text-ink-soft text-xs">
          {formatMessageTime(createdAt)}
        </time>
      </div>
    </li>
  );
}
