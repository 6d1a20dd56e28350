import { useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { GuestBar } from '../components/guest-bar.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { PublicStoryView } from '../features/post/reading/public-story-view.tsx';
import { StoryFailure } from '../features/post/reading/story-failure.tsx';
import { StorySkeleton } from '../features/post/reading/story-skeleton.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { leaveStoryLanguage } from '../i18n/language.ts';
import { errorMessage, isNotFoundError } from '../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { createReturnState } from '../lib/return-location.ts';
import { usePublicStoryStore } from '../stores/public-story.store.ts';

/** A story for a guest, if it is public; otherwise redirects to sign-in, which leads back here. */
export function PublicStoryPage() {
  const { slug = '' } = useParams();
  const location = useLocation();
  const { story, error, fetchStory, clearStory } = usePublicStoryStore();
  usePageTitle(story?.blogTitle ?? STORY_STRINGS.title);
  // Before the paint, so that the previous story is never visible at this URL.
  useLayoutEffect(() => {
    void fetchStory(slug);
    return clearStory;
  }, [slug, fetchStory, clearStory]);
  useEffect(() => leaveStoryLanguage, []);

  const returnState = createReturnState(location);
  if (isNotFoundError(error)) return <Navigate to={paths.login} replace state={returnState} />;
  return (
    <>
      <GuestBar signInState={returnState} />
      {story ? (
        <PublicStoryView post={story} returnState={returnState} />
      ) : error === null ? (
        <StorySkeleton />
      ) : (
        <StoryFailure
          message={errorMessage(error, DEFAULT_MESSAGES.getPost)}
          onRetry={() => void fetchStory(slug)}
        />
      )}
    </>
  );
}
