import type { Post } from '@safarnama/contracts';
import { Heart } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { renderHidden } from '../../../components/render-hidden.tsx';
import { BookmarkButton, LikeButton } from './reaction-buttons.tsx';
import { ShareButton } from './share-button.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { TextSettings } from './text-settings.tsx';
import { useReadingScroll } from './use-reading-scroll.ts';

interface ReadingActionsProps {
  post: Post;
  isOwner: boolean;
  /** Where the panel with the text settings opens. */
  placement: 'above' | 'below';
}

/** Like, Bookmark, Share and the text settings. The author sees the like count instead of the toggles. */
export function ReadingActions({ post, isOwner, placement }: ReadingActionsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-label={STORY_STRINGS.actions}
      className="flex flex-wrap items-center gap-1 max-sm:relative"
    >
      {isOwner ? (
        <p className="flex min-h-11 items-center gap-2 px-2 text-ink-soft">
          <Heart aria-hidden className="size-5" />
          <span className="tabular-nums">
            {STORY_STRINGS.likes({ count: post.likeCount, hidden: renderHidden })}
          </span>
        </p>
      ) : (
        <>
          <LikeButton post={post} />
          <BookmarkButton post={post} />
        </>
      )}
      <ShareButton post={post} />
      <TextSettings placement={placement} />
    </div>
  );
}

interface ReadingFrameProps extends Omit<ReadingActionsProps, 'placement'> {
  /** The story. */
  children: ReactNode;
}

/**
 * A story with its reading progress and a bar below it. While the reader scrolls up, the bar floats at the bottom of
 * the window.
 */
export function ReadingFrame({ post, isOwner, children }: ReadingFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const state = useReadingScroll(frame, line);
  return (
    <div ref={frame}>
      <div ref={line} aria-hidden className="reading-progress no-print" />
      {children}
      <div className="reading-bar no-print" data-state={state}>
        <ReadingActions post={post} isOwner={isOwner} placement="above" />
      </div>
    </div>
  );
}
