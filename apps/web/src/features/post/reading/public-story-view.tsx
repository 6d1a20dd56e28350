import type { PublicPost } from '@safarnama/contracts';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { FRAME_STRINGS } from '../../../components/frame-strings.ts';
import { paths } from '../../../config/paths.ts';
import type { ReturnLocationState } from '../../../lib/return-location.ts';
import { parseStory } from '../story-html.ts';
import { listPictures } from './list-pictures.ts';
import { PUBLIC_STORY_STRINGS } from './public-story-strings.ts';
import { ShareButton } from './share-button.tsx';
import { StoryArticle } from './story-article.tsx';
import { useScrollToAnchor } from './use-scroll-to-anchor.ts';
import { useStoryPictureViewer } from './use-story-picture-viewer.tsx';
import './story.css';

interface PublicStoryViewProps {
  post: PublicPost;
  /** Leads back to this story after sign-in. */
  returnState: ReturnLocationState;
}

/** The page of a public story for a guest. The server renders it, too, so the first render uses no browser API. */
export function PublicStoryView({ post, returnState }: PublicStoryViewProps) {
  const { blogHtml, pictures } = post;
  const story = useMemo(() => parseStory(blogHtml, pictures), [blogHtml, pictures]);
  const viewer = useStoryPictureViewer(() => listPictures(post, story.figures));
  useScrollToAnchor(story.headings);
  return (
    <div className="site pt-4 pb-section md:pt-8">
      <StoryArticle
        post={post}
        {...story}
        isGuest
        onEnlarge={viewer.open}
        actions={<ShareButton post={post} />}
      />
      {viewer.element}
      <div className="story-column print:hidden">
        <aside
          aria-labelledby="invitation"
          className="mt-8 rounded-card bg-paper-sunk p-5 sm:p-6 forced-colors:border"
        >
          <h2 id="invitation" className="text-2xl">
            {PUBLIC_STORY_STRINGS.invitation}
          </h2>
          <p className="wrap-anywhere mt-2 text-ink-soft">
            {PUBLIC_STORY_STRINGS.invitationText({ name: post.authorId.fullName })}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Link to={paths.signup} state={returnState} className="button button-primary">
              {PUBLIC_STORY_STRINGS.signUp}
            </Link>
            <Link to={paths.login} state={returnState} className="button button-quiet">
              {FRAME_STRINGS.signIn}
            </Link>
          </div>
        </aside>
      </div>
    </div>
  );
}
