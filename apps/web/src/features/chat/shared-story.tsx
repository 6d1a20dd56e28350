import type { Message, SharedPost } from '@safarnama/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { pictureUrl } from '../../lib/pictures.ts';
import { guessLanguage } from '../../lib/text.ts';
import { CHAT_STRINGS } from './strings.ts';

interface SharedStoryProps {
  story: Pick<Message, 'post' | 'quotedText'>;
  /** Absent in the composer, where the card is not a link. */
  tabIndex?: 0 | -1;
}

/** The story that a message refers to, as it is now, and the words quoted from it. */
export function SharedStory({ story: { post, quotedText }, tabIndex }: SharedStoryProps) {
  return (
    <>
      {post === null ? (
        <p className="px-2.5 py-2 font-text text-ink-soft text-sm italic">{CHAT_STRINGS.storyMissing}</p>
      ) : tabIndex === undefined ? (
        <StoryCard post={post} />
      ) : (
        <Link
          to={paths.post(post.slug)}
          tabIndex={tabIndex}
          draggable={false}
          className="group/story block -outline-offset-2"
        >
          <StoryCard post={post} />
        </Link>
      )}
      {quotedText !== '' && (
        <blockquote
          className="mx-2.5 mb-2 line-clamp-6 whitespace-pre-line border-marigold border-s-3 ps-2.5 font-text text-ink-soft text-sm [overflow-wrap:anywhere]"
          dir="auto"
          lang={guessLanguage(quotedText)}
        >
          <span className="sr-only">{CHAT_STRINGS.quotedWords} </span>
          {quotedText}
        </blockquote>
      )}
    </>
  );
}

function StoryCard({ post: { blogTitle, blogImage, authorName } }: { post: SharedPost }) {
  return (
    <span className="flex min-h-16 items-center gap-3 px-2.5 py-2">
      {blogImage !== '' && (
        <img
          src={pictureUrl(blogImage, 320)}
          alt=""
          loading="lazy"
          draggable={false}
          className="h-12 w-16 flex-none rounded-sm bg-paper-sunk object-cover"
        />
      )}
      <span className="min-w-0 flex-1">
        <span className="sr-only">{CHAT_STRINGS.story} </span>
        <span
          className="line-clamp-2 font-display font-semibold leading-snug [overflow-wrap:anywhere] group-hover/story:underline"
          dir="auto"
          lang={guessLanguage(blogTitle)}
        >
          {blogTitle}
        </span>
        <span className="block truncate text-ink-soft text-xs" dir="auto">
          {CHAT_STRINGS.storyBy({ name: authorName })}
        </span>
      </span>
    </span>
  );
}
