import type { Message } from '@safarnama/contracts';
import { useMemo } from 'react';
import { isEmojiOnly } from '../../lib/emoji.ts';
import { splitLinks } from '../../lib/linkify.ts';
import { guessLanguage } from '../../lib/text.ts';

interface MessageTextProps {
  text: string;
  /** Tab index of the links. */
  tabIndex: 0 | -1;
  isLarge: boolean;
}

/** The text of a message with its URLs as links. */
export function MessageText({ text, tabIndex, isLarge }: MessageTextProps) {
  const parts = useMemo(() => splitLinks(text), [text]);
  let offset = 0;
  return (
    <p
      className={`whitespace-pre-wrap font-text [overflow-wrap:anywhere] ${isLarge ? 'text-5xl leading-tight' : 'px-4 py-2.5 text-[1.0625rem] leading-relaxed'}`}
      dir="auto"
      lang={guessLanguage(text)}
    >
      {parts.map(({ text: partText, href }) => {
        const key = offset;
        offset += partText.length;
        return href === undefined ? (
          partText
        ) : (
          <a
            key={key}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            tabIndex={tabIndex}
            className="text-indigo underline underline-offset-2"
          >
            {partText}
          </a>
        );
      })}
    </p>
  );
}

/** Whether a message consists only of a few emoji; it is then shown large and without a bubble. */
export function isLargeEmoji({ text, image, replyTo, postId }: Message): boolean {
  return image === '' && replyTo === undefined && postId === undefined && isEmojiOnly(text);
}
