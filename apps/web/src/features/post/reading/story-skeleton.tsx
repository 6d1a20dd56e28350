import { ARTICLE_STRINGS } from './article-strings.ts';
import './story.css';

const LINE_WIDTHS = ['100%', '97%', '99%', '94%', '98%', '62%'];

/** Placeholder for a story that is loading. */
export function StorySkeleton() {
  return (
    <div className="hides-footer site pt-8 md:pt-12" aria-busy="true">
      <div className="mx-auto grid max-w-3xl justify-items-center gap-4">
        <div role="status">
          <h1 className="font-chrome text-base text-ink-soft">{ARTICLE_STRINGS.loading}</h1>
        </div>
        <div aria-hidden className="skeleton h-11 w-full" />
        <div aria-hidden className="skeleton h-11 w-2/3" />
        <div aria-hidden className="mt-2 flex w-60 items-center gap-3">
          <div className="skeleton size-11 !rounded-full" />
          <div className="skeleton h-9 flex-1" />
        </div>
      </div>
      <div aria-hidden className="skeleton story-cover story-scene picture-frame" />
      <div aria-hidden className="story-column mt-12 grid gap-4">
        {LINE_WIDTHS.map((width) => (
          <div key={width} className="skeleton h-5" style={{ width }} />
        ))}
      </div>
    </div>
  );
}
