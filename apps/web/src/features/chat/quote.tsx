import { LIMITS, type Message, type Quote } from '@safarnama/contracts';
import { pictureUrl } from '../../lib/pictures.ts';
import { guessLanguage } from '../../lib/text.ts';
import { CHAT_STRINGS } from './strings.ts';

/** The quote of a message for a reply. */
export function toQuote({ _id, senderId, text, image, postId, deletedAt }: Message): Quote {
  return {
    _id,
    senderId,
    text: [...text].slice(0, LIMITS.quoteText).join(''),
    hasImage: image !== '',
    ...(image === '' ? {} : { image }),
    ...(postId === undefined ? {} : { hasPost: true }),
    isDeleted: deletedAt !== undefined,
  };
}

function quotePreview({ text, hasImage, hasPost, isDeleted }: Quote): string {
  if (isDeleted) return CHAT_STRINGS.deleted;
  if (text !== '') return text;
  return hasPost ? CHAT_STRINGS.story : hasImage ? CHAT_STRINGS.picture : '';
}

/** The quoted sender and the beginning of the message, with a small copy of its picture. */
export function QuoteContent({ quote, name }: { quote: Quote; name: string }) {
  const text = <QuoteText quote={quote} name={name} />;
  if (quote.image === undefined) return text;
  return (
    <span className="flex items-center gap-2.5">
      <span className="min-w-0 flex-1">{text}</span>
      <img
        src={pictureUrl(quote.image, 320)}
        alt=""
        loading="lazy"
        draggable={false}
        className="size-11 flex-none rounded-sm bg-paper-sunk object-cover"
      />
    </span>
  );
}

function QuoteText({ quote, name }: { quote: Quote; name: string }) {
  return (
    <>
      <span
        className="block truncate font-semibold text-marigold-text text-xs"
        dir="auto"
        lang={guessLanguage(name)}
      >
        {name}
      </span>
      <span
        className={`line-clamp-2 font-text text-sm [overflow-wrap:anywhere] ${quote.isDeleted ? 'pe-1 text-ink-soft italic' : ''}`}
        dir="auto"
        lang={guessLanguage(quote.text)}
      >
        {quotePreview(quote)}
      </span>
    </>
  );
}
