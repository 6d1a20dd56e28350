import { ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { READING_STRINGS } from './strings.ts';
import type { NewStories } from './use-new-stories.ts';

/**
 * Announces stories published since the list was loaded. Floats above the list, which only changes when the user
 * presses the button; place it directly before the list.
 */
export function NewStoriesButton({ newStories }: { newStories: NewStories | null }) {
  const container = useRef<HTMLDivElement>(null);
  const handleClick = () => {
    newStories?.onShow();
    const list = container.current;
    // Waits until the list has changed, because browsers adjust the scroll position to content inserted above.
    requestAnimationFrame(() => {
      list?.scrollIntoView({ block: 'start' });
      // The button has disappeared; keyboard users continue from the first story.
      list?.parentElement
        ?.querySelector<HTMLElement>('article :is(h2, h3) a')
        ?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <div ref={container} />
      <div
        role="status"
        className="no-print pointer-events-none sticky top-[calc(var(--sticky-top)+0.75rem)] z-10 flex h-0 justify-center"
      >
        {newStories && (
          <button
            type="button"
            className="button button-primary pointer-events-auto h-11 !rounded-full shadow-card"
            onClick={handleClick}
          >
            <ArrowUp aria-hidden className="size-4" />
            {newStories.isMore
              ? READING_STRINGS.manyNewStories({ count: newStories.count })
              : READING_STRINGS.newStories({ count: newStories.count })}
          </button>
        )}
      </div>
    </>
  );
}
