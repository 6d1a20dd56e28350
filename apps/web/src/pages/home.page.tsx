import { useEffect, useRef } from 'react';
import { Link, useNavigationType } from 'react-router-dom';
import { sceneUrl } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/reading/card-list.tsx';
import { NoPostYet } from '../features/post/reading/no-post-yet.tsx';
import { READING_STRINGS } from '../features/post/reading/strings.ts';
import { useBlogStore } from '../stores/blog.store.ts';

export function HomePage() {
  const { allposts, allStatus, fetchAllPosts, fetchMoreAllPosts } = useBlogStore();
  const isBack = useNavigationType() === 'POP';
  const list = useRef<HTMLElement>(null);
  usePageTitle('');

  // Once per visit. Going back keeps the loaded list and its scroll position.
  useEffect(() => {
    if (!isBack || allStatus.cursor === undefined) void fetchAllPosts();
  }, []);

  const handleRead = () => {
    list.current?.scrollIntoView({ behavior: 'smooth' });
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
        className="site pt-12 focus-visible:outline-none md:pt-16"
      >
        <h2 id="stories" className="mb-8 text-3xl">
          {READING_STRINGS.stories}
        </h2>
        <CardList
          cards={allposts}
          {...allStatus}
          onLoadFirst={() => void fetchAllPosts()}
          onLoadMore={(count) => void fetchMoreAllPosts(count)}
          emptyState={<NoPostYet />}
          hasLead
          headingLevel={3}
        />
      </section>
    </>
  );
}

function Hero({ onRead }: { onRead: () => void }) {
  return (
    <section className="border-line border-b bg-paper-sunk">
      <div className="site grid items-center gap-6 py-5 md:grid-cols-2 md:gap-12 md:py-14">
        <img
          src={sceneUrl('hills')}
          alt=""
          width={1200}
          height={800}
          fetchPriority="high"
          className="aspect-[2/1] w-full rounded-card object-cover shadow-card md:order-2 md:aspect-[3/2]"
        />
        <div>
          <p className="kicker">{READING_STRINGS.heroKicker}</p>
          <h1 className="mt-3 text-4xl lg:text-5xl">{READING_STRINGS.hero}</h1>
          <p className="mt-3 max-w-lg text-ink-soft text-lg md:mt-4">{READING_STRINGS.heroText}</p>
          <div className="mt-5 flex flex-wrap gap-3 md:mt-7">
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
