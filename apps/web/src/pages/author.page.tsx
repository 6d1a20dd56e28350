import { MessageCircle, PenLine } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { Avatar } from '../components/avatar.tsx';
import { EmptyState, PageNotice } from '../components/notice.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { AllStoriesLink } from '../features/post/reading/all-stories-link.tsx';
import { CardList } from '../features/post/reading/card-list.tsx';
import { NoPostYet } from '../features/post/reading/no-post-yet.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { READING_STRINGS } from '../features/post/reading/strings.ts';
import { useCardPages } from '../features/post/reading/use-card-pages.ts';
import { formatPostDate } from '../lib/format-date.ts';
import { guessLanguage } from '../lib/text.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function AuthorPage() {
  const { userId = '' } = useParams();
  const ownId = useAuthStore((state) => state.user?._id);
  const { author, isNotFound, ...pages } = useCardPages(`author:${userId}`, (cursor, count) =>
    postApi.listByAuthor(userId, cursor, count),
  );
  const isOwn = userId === ownId;
  usePageTitle(author?.fullName ?? (isNotFound ? STORY_STRINGS.authorNotFound : STORY_STRINGS.storiesBy));
  if (isNotFound) {
    return (
      <PageNotice scene={sceneUrl('dunes')}>
        <h1 className="mt-2 text-3xl">{STORY_STRINGS.authorNotFound}</h1>
        <p className="text-ink-soft">{STORY_STRINGS.authorNotFoundText}</p>
        <AllStoriesLink className="button button-primary" />
      </PageNotice>
    );
  }
  return (
    <div className="site pt-10">
      <div className="mb-10 flex flex-wrap items-center gap-x-6 gap-y-4 border-line border-b pb-8">
        {author ? (
          <Avatar user={author} size="large" />
        ) : (
          <div aria-hidden className="skeleton size-28 !rounded-full" />
        )}
        {/* At least as wide as the longest word of the name, if the window allows: the row wraps before a word breaks. */}
        <div className="max-w-full flex-1 basis-60">
          <p className="kicker">{STORY_STRINGS.storiesBy}</p>
          <h1
            className="wrap-break-word mt-1 text-3xl sm:text-4xl"
            lang={guessLanguage(author?.fullName ?? '')}
          >
            {author?.fullName ?? '…'}
          </h1>
          {author && (
            <p className="mt-2 text-ink-soft">
              {STORY_STRINGS.memberSince}{' '}
              <time dateTime={author.createdAt}>{formatPostDate(author.createdAt)}</time>
            </p>
          )}
        </div>
        {author &&
          (isOwn ? (
            <Link to={paths.profile} className="button button-quiet">
              <PenLine aria-hidden className="size-4" />
              {STORY_STRINGS.editProfile}
            </Link>
          ) : (
            <Link to={paths.chatWith(author._id)} className="button button-primary">
              <MessageCircle aria-hidden className="size-5" />
              {STORY_STRINGS.message}
            </Link>
          ))}
      </div>
      <CardList
        {...pages}
        emptyState={
          isOwn ? (
            <NoPostYet />
          ) : (
            <EmptyState scene={sceneUrl('tea-hills')} title={READING_STRINGS.noPostYet} />
          )
        }
      />
    </div>
  );
}
