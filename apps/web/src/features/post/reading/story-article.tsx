import type { PublicPost } from '@safarnama/contracts';
import type { ReactNode } from 'react';
import type { ParsedStory } from '../story-html.ts';
import { storyUrl } from '../story-url.ts';
import { showsCover } from './list-pictures.ts';
import { StoryBody } from './story-body.tsx';
import { StoryContents } from './story-contents.tsx';
import { StoryCover, StoryHeader } from './story-header.tsx';

/** Stories with fewer headings get no table of contents. */
const MIN_HEADINGS_FOR_CONTENTS = 4;

interface StoryArticleProps extends ParsedStory {
  post: PublicPost;
  /** Whether the reader is a guest, who cannot open the page of the author. */
  isGuest?: boolean;
  /** Opens the viewer at an index of the list that `listPictures` returns. */
  onEnlarge?: (index: number) => void;
  /** Buttons below the author; null reserves their space, undefined does not. */
  actions?: ReactNode;
}

/**
 * A story without the actions and comments below it. `first-story` renders it before React has loaded, so its
 * components may use only what `static-react.ts` implements.
 */
export function StoryArticle({
  post,
  body,
  headings,
  figures,
  isGuest = false,
  onEnlarge,
  actions,
}: StoryArticleProps) {
  const hasCover = showsCover(post, figures);
  return (
    <article>
      <StoryHeader post={post} isGuest={isGuest} />
      {actions !== undefined && (
        <div data-actions="" className="needs-script mt-3 -mb-2 flex min-h-11 justify-center print:hidden">
          {actions}
        </div>
      )}
      {hasCover && <StoryCover post={post} onEnlarge={onEnlarge && (() => onEnlarge(0))} />}
      <div className="story-page mt-8 md:mt-12">
        {headings.length >= MIN_HEADINGS_FOR_CONTENTS && (
          <StoryContents headings={headings} readMinutes={post.readMinutes} />
        )}
        <StoryBody
          body={body}
          headings={headings}
          figures={figures}
          hasCover={hasCover}
          onEnlarge={onEnlarge}
        />
        <p aria-hidden className="mt-10 text-center font-display text-marigold-text text-xl tracking-[0.6em]">
          ❋❋❋
        </p>
        {/* Printed pages show the URL. */}
        <p
          className="wrap-anywhere mt-6 hidden text-center text-sm print:block"
          // The server may know this site by another origin than the browser.
          suppressHydrationWarning
        >
          Safarnama · {decodeURI(storyUrl(post.slug))}
        </p>
      </div>
    </article>
  );
}
