import { countWords, LIMITS, readingMinutes } from '@safarnama/contracts';
import { useDeferredValue, useMemo } from 'react';
import { htmlToText } from '../story-html.ts';
import { WRITING_STRINGS } from './strings.ts';
import { storyBytes } from './validate-post.ts';

interface StoryNoteProps {
  id: string;
  html: string;
}

/**
 * The word count and reading time of a story, and by how much it is too long. Deferred, since counting a long story
 * blocks typing.
 */
export function StoryNote({ id, html }: StoryNoteProps) {
  const deferredHtml = useDeferredValue(html);
  const words = useMemo(() => countWords(htmlToText(deferredHtml)), [deferredHtml]);
  const excessBytes = useMemo(() => storyBytes(deferredHtml) - LIMITS.postContentBytes, [deferredHtml]);
  return (
    <div id={id} className="mt-2 flex flex-wrap justify-between gap-x-6 text-sm">
      <p className="text-ink-soft tabular-nums">
        {WRITING_STRINGS.counts({ words, minutes: readingMinutes(words) })}
      </p>
      <p role="status" className="text-danger">
        {excessBytes > 0 &&
          WRITING_STRINGS.excessBytes({
            kilobytes: Math.ceil(excessBytes / 1_000),
            limit: LIMITS.postContentBytes / 1_000,
          })}
      </p>
    </div>
  );
}
