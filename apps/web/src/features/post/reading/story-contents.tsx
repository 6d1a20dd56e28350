import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { guessLanguage } from '../../../lib/text.ts';
import type { StoryHeading } from '../story-html.ts';
import { ARTICLE_STRINGS } from './article-strings.ts';
import { useCurrentHeading } from './use-current-heading.ts';

/** Minimum width at which the contents are placed next to the story. */
const WIDE = '(width >= 80rem)';

interface StoryContentsProps {
  headings: readonly StoryHeading[];
  /** Minutes to read the story. For one minute, the contents are initially collapsed on wide screens, too. */
  readMinutes: number;
}

/** Table of contents of a story: collapsed above the text, open next to it on wide screens. */
export function StoryContents({ headings, readMinutes }: StoryContentsProps) {
  const isWide = useMediaQuery(WIDE);
  const [isToggledOpen, setIsToggledOpen] = useState<boolean | null>(null);
  const isOpen = isToggledOpen ?? (isWide && readMinutes > 1);
  const current = useCurrentHeading(headings);
  return (
    <nav aria-label={ARTICLE_STRINGS.contents} className="story-contents">
      <details
        className="group"
        open={isOpen}
        // The event is also fired when the app has opened or closed the contents.
        onToggle={({ currentTarget: { open } }) => open !== isOpen && setIsToggledOpen(open)}
      >
        <summary className="flex min-h-11 items-center gap-1.5 rounded-control font-semibold text-sm max-xl:justify-between xl:min-h-8">
          {ARTICLE_STRINGS.contents}
          <ChevronDown
            aria-hidden
            className="size-5 text-ink-soft transition-transform group-open:rotate-180 xl:size-4"
          />
        </summary>
        <ol className="pb-3 text-sm xl:pb-0">
          {headings.map(({ id, text, level }) => (
            <li key={id}>
              <Link
                to={{ hash: `#${id}` }}
                lang={guessLanguage(text)}
                aria-current={id === current ? 'location' : undefined}
                className={`wrap-anywhere block border-line border-s-2 py-1.5 pe-2 text-ink-soft hover:text-ink aria-[current]:border-marigold aria-[current]:text-ink ${level === 3 ? 'ps-7' : 'ps-3.5'}`}
              >
                {text}
              </Link>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
