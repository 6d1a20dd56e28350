import type { Post } from '@safarnama/contracts';
import { MapPin } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { PictureViewer } from '../../../components/picture-viewer.tsx';
import { formatPostDate } from '../../../lib/format-date.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { AuthorLink } from '../author-link.tsx';
import { Cover, coverDescription } from './cover.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { formatReadMinutes } from './strings.ts';

/** Location, title, author and date. */
export function StoryHeader({ post }: { post: Post }) {
  const { authorId, blogLocation, blogTitle } = post;
  return (
    <header className="mx-auto max-w-3xl text-center">
      {blogLocation !== '' && (
        <p className="wrap-anywhere mb-4 text-balance font-semibold text-marigold-text">
          {/* Inline, so that it wraps together with the first word of a long location. */}
          <MapPin aria-hidden className="me-1.5 inline size-4 align-[-0.125em]" />
          <span className="sr-only">Location: </span>
          <span lang={guessLanguage(blogLocation)}>{blogLocation}</span>
        </p>
      )}
      <h1 className={`story-title ${titleSize(blogTitle)}`} dir="auto" lang={guessLanguage(blogTitle)}>
        {blogTitle}
      </h1>
      <div className="mt-6 inline-flex max-w-full items-center gap-3 text-start">
        <Avatar user={authorId} size="medium" />
        <div className="min-w-0">
          <AuthorLink author={authorId} className="decoration-2 decoration-marigold" />
          <p className="text-ink-soft text-sm">
            <time dateTime={post.createdAt}>{formatPostDate(post.createdAt)}</time> ·{' '}
            <span>{formatReadMinutes(post.readMinutes)}</span>
          </p>
        </div>
      </div>
    </header>
  );
}

/** Smaller type for long titles, so that a title of 200 characters leaves room for the story. */
function titleSize(title: string): string {
  // On phones these have more lines than browsers balance; `pretty` at least avoids a single word on the last line.
  if (title.length > 110) return 'text-2xl max-md:text-pretty md:text-3xl';
  if (title.length > 60) return 'text-3xl md:text-4xl';
  return 'text-4xl md:text-5xl';
}

/** The uncropped picture. Its frame has the aspect ratio from the start, so nothing shifts; tall pictures are narrower. */
export function StoryFigure({ post }: { post: Post }) {
  const { blogImage, blogImageMeta } = post;
  const [isEnlarged, setIsEnlarged] = useState(false);
  const [failedUrl, setFailedUrl] = useState('');
  if (blogImage === '') {
    return (
      <div className="story-figure story-scene">
        <Cover
          post={post}
          sizes="100vw"
          className="size-full object-cover"
          loadPriority="eager"
          isDecoration
        />
      </div>
    );
  }
  const { width, height } = blogImageMeta ?? { width: 3, height: 2 };
  const frame = { '--ratio': width / height, aspectRatio: `${width} / ${height}` } as CSSProperties;
  return (
    <figure className="story-figure" style={frame}>
      <Cover
        post={post}
        sizes="(width >= 68rem) 64rem, 100vw"
        className="size-full bg-paper-sunk object-cover"
        loadPriority="high"
        onFailed={() => setFailedUrl(blogImage)}
      />
      {failedUrl !== blogImage && (
        <button
          type="button"
          className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-3"
          aria-label={STORY_STRINGS.enlarge}
          aria-haspopup="dialog"
          onClick={() => setIsEnlarged(true)}
        />
      )}
      {isEnlarged && (
        <PictureViewer
          picture={{ image: blogImage, alt: coverDescription(post) }}
          onClose={() => setIsEnlarged(false)}
        />
      )}
    </figure>
  );
}
