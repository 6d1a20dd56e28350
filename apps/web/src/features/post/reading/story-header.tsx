import type { PublicPost } from '@safarnama/contracts';
import { MapPin } from 'lucide-react';
import { Avatar } from '../../../components/avatar.tsx';
import { useFailedPicture } from '../../../components/use-failed-picture.ts';
import { formatPostDate } from '../../../lib/format-date.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { AuthorLink } from '../author-link.tsx';
import { ARTICLE_STRINGS } from './article-strings.ts';
import { Cover } from './cover.tsx';
import { LocationText } from './location-text.tsx';
import { PictureFrame } from './picture-frame.tsx';

interface StoryHeaderProps {
  post: PublicPost;
  titleLevel?: 1 | 3;
  /** Guests get the names of the place and of the author without links. */
  isGuest?: boolean;
}

/** Location, title, author and date. */
export function StoryHeader({ post, titleLevel = 1, isGuest = false }: StoryHeaderProps) {
  const Title = `h${titleLevel}` as const;
  const { authorId, blogTitle } = post;
  return (
    <header className="mx-auto max-w-3xl text-center">
      {post.blogLocation !== '' && (
        <p className="wrap-anywhere mb-4 text-balance font-semibold text-marigold-text">
          {/* Inline, so that it wraps together with the first word of a long location. */}
          <MapPin aria-hidden className="me-1.5 inline size-4 align-[-0.125em]" />
          <span className="sr-only">{ARTICLE_STRINGS.location} </span>
          <LocationText post={post} isGuest={isGuest} />
        </p>
      )}
      <Title className={`story-title ${titleSize(blogTitle)}`} dir="auto" lang={guessLanguage(blogTitle)}>
        {blogTitle}
      </Title>
      <div className="mt-6 inline-flex max-w-full items-center gap-3 text-start">
        <Avatar user={authorId} size="medium" />
        <div className="min-w-0">
          {isGuest ? (
            <p className="wrap-anywhere font-semibold" lang={guessLanguage(authorId.fullName)}>
              {authorId.fullName}
            </p>
          ) : (
            <AuthorLink author={authorId} className="decoration-2 decoration-marigold" />
          )}
          <p className="text-ink-soft text-sm">
            <time dateTime={post.createdAt}>{formatPostDate(post.createdAt)}</time> ·{' '}
            <span>{ARTICLE_STRINGS.readMinutes({ minutes: post.readMinutes })}</span>
            {post.visitedOn && (
              <>
                {' '}
                ·{' '}
                <time dateTime={post.visitedOn}>
                  {ARTICLE_STRINGS.visited({ day: formatPostDate(post.visitedOn) })}
                </time>
              </>
            )}
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

interface StoryCoverProps {
  post: PublicPost;
  /** Opens the viewer; without it, there is no such button. */
  onEnlarge?: (() => void) | undefined;
}

/** The uncropped picture above a story, or a drawn scene. */
export function StoryCover({ post, onEnlarge }: StoryCoverProps) {
  const { blogImage, blogImageMeta } = post;
  const [isMissing, handleFailed] = useFailedPicture(blogImage);
  if (blogImage === '') {
    return (
      <div className="story-cover story-scene picture-frame">
        <Cover
          post={post}
          sizes="100vw"
          className="size-full object-cover"
          loadPriority="eager"
          isDecorative
        />
      </div>
    );
  }
  return (
    <figure className="story-cover">
      <PictureFrame
        size={blogImageMeta ?? { width: 3, height: 2 }}
        label={ARTICLE_STRINGS.enlarge}
        onEnlarge={isMissing ? undefined : onEnlarge}
      >
        <Cover
          post={post}
          sizes="(width >= 68rem) 64rem, 100vw"
          className="size-full bg-paper-sunk object-cover"
          loadPriority="high"
          onFailed={handleFailed}
        />
      </PictureFrame>
    </figure>
  );
}
