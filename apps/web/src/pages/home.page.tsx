import { Suspense, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { lazyPart } from '../components/lazy-part.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/reading/card-list.tsx';
import { ListTabs } from '../features/post/reading/list-tabs.tsx';
import { NoPostYet } from '../features/post/reading/no-post-yet.tsx';
import { READING_STRINGS } from '../features/post/reading/strings.ts';
import { useCardPages } from '../features/post/reading/use-card-pages.ts';
import { useNewStories } from '../features/post/reading/use-new-stories.ts';
import { DEFAULT_MESSAGES } from '../lib/default-messages.ts';
import { useBlogStore } from '../stores/blog.store.ts';

const FollowingFeed = lazyPart(() => import('../features/post/reading/following-list.tsx'), 'FollowingList');

const FEED_PROPS = { hasLead: true, headingLevel: 3 } as const;

const FEEDS = [
  { path: paths.home, name: 'newest', Content: NewestFeed },
  { path: paths.mostLiked, name: 'mostLiked', Content: MostLikedFeed },
  { path: paths.following, name: 'following', Content: FollowingFeed },
] as const;
const [NEWEST, MOST_LIKED, FOLLOWING] = FEEDS;

/** Returns the list that the URL of home selects. */
function readFeed(params: URLSearchParams): (typeof FEEDS)[number] {
  if (params.get('list') === 'following') return FOLLOWING;
  return params.get('sort') === 'liked' ? MOST_LIKED : NEWEST;
}

export function HomePage() {
  const feed = readFeed(useSearchParams()[0]);
  const list = useRef<HTMLElement>(null);
  usePageTitle(feed === NEWEST ? '' : READING_STRINGS[feed.name]);

  const handleRead = () => {
    list.current?.scrollIntoView();
    // Keyboard users continue from the list.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <Hero onRead={handleRead} />
      <section
        ref={list}
        tabIndex={-1}
        aria-labelledby="stories"
        className="site pt-4 focus-visible:outline-none md:pt-10"
      >
        <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-6">
          {/* On phones, the links replace it, so that the newest story stays on the first screen. */}
          <h2 id="stories" className="text-2xl max-md:sr-only md:text-3xl">
            {READING_STRINGS.stories}
          </h2>
          <ListTabs
            tabs={FEEDS.map(({ path, name }) => ({ path, title: READING_STRINGS[name] }))}
            currentPath={feed.path}
          >
            <Link
              to={paths.places()}
              className="touch-target inline-block min-h-8 text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink max-md:text-sm md:py-1"
            >
              {FRAME_STRINGS.byPlace}
            </Link>
          </ListTabs>
        </div>
        <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>
          <feed.Content />
        </Suspense>
      </section>
    </>
  );
}

function NewestFeed() {
  const { allposts, allStatus, fetchAllPosts, fetchMoreAllPosts } = useBlogStore();
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';

  // Loads once per visit; going back preserves the loaded list and its scroll position.
  useEffect(() => {
    if (!isBack || allStatus.cursor === undefined) void fetchAllPosts();
  }, [key]);
  const newStories = useNewStories('allposts', postApi.listAll);

  return (
    <CardList
      cards={allposts}
      {...allStatus}
      defaultMessage={DEFAULT_MESSAGES.getPosts}
      onLoadFirst={fetchAllPosts}
      onLoadMore={fetchMoreAllPosts}
      newStories={newStories}
      emptyState={<NoPostYet />}
      {...FEED_PROPS}
    />
  );
}

function MostLikedFeed() {
  return (
    <CardList
      {...useCardPages('liked', postApi.listMostLiked, false)}
      emptyState={<NoPostYet />}
      {...FEED_PROPS}
    />
  );
}

/**
 * Introduction, short enough that the newest story starts on the first screen. The scene is next to the text; on
 * phones, it is behind the buttons and fades out below the text.
 */
function Hero({ onRead }: { onRead: () => void }) {
  return (
    <section className="relative isolate border-line border-b bg-paper-sunk">
      <div className="site grid items-center gap-8 py-3 md:grid-cols-[3fr_2fr] md:py-8 lg:grid-cols-2 lg:gap-12">
        <img
          src={sceneUrl('hills')}
          alt=""
          width={1200}
          height={800}
          fetchPriority="high"
          className="w-full object-cover max-md:mask-t-from-40% max-md:mask-t-to-75% max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:-z-10 max-md:h-28 max-md:object-[50%_28%] md:order-2 md:aspect-[4/3] md:rounded-card md:shadow-card lg:aspect-[2/1]"
        />
        <div>
          <p className="kicker">{READING_STRINGS.heroKicker}</p>
          <h1 className="mt-1 text-3xl md:mt-3 md:text-4xl lg:text-5xl">{READING_STRINGS.hero}</h1>
          <p className="mt-1.5 max-w-lg text-ink-soft max-md:text-sm md:mt-4 md:text-lg">
            {READING_STRINGS.heroText}
          </p>
          <div className="mt-4 flex flex-wrap gap-3 max-sm:*:px-3.5 md:mt-6">
            <button type="button" className="button button-primary" onClick={onRead}>
              {READING_STRINGS.readBlogs}
            </button>
            <Link to={paths.addPost} className="button button-quiet">
              {READING_STRINGS.writeBlog}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
