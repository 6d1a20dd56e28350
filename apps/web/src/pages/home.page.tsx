import { useEffect, useRef } from 'react';
import { Link, useNavigationType } from 'react-router-dom';
import { sceneNamed } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/card-list.tsx';
import { NoPostYet } from '../features/post/no-post-yet.tsx';
import { useBlogStore } from '../stores/blog.store.ts';

export function HomePage() {
  const { allposts, allCursor, loading, error, fetchAllPosts, fetchMoreAllPosts } = useBlogStore();
  const isBack = useNavigationType() === 'POP';
  const list = useRef<HTMLElement>(null);
  usePageTitle('');

  // On the way back the list stands as it was left, with its place. Otherwise it is asked for anew.
  // Once a visit.
  useEffect(() => {
    if (!isBack || allCursor === undefined) void fetchAllPosts();
  }, []);

  return (
    <>
      <Hero onRead={() => list.current?.scrollIntoView({ behavior: 'smooth' })} />
      <section ref={list} aria-labelledby="stories" className="site scroll-mt-20 pt-14">
        <h2 id="stories" className="mb-8 text-3xl">
          Stories from the road
        </h2>
        <CardList
          cards={allposts}
          cursor={allCursor}
          isLoading={loading}
          error={error}
          onStart={() => void fetchAllPosts()}
          onMore={() => void fetchMoreAllPosts()}
          empty={<NoPostYet />}
        />
      </section>
    </>
  );
}

function Hero({ onRead }: { onRead: () => void }) {
  return (
    <section className="border-line border-b bg-paper-sunk">
      <div className="site grid items-center gap-8 py-8 md:grid-cols-2 md:gap-12 md:py-14">
        <img
          src={sceneNamed('hills')}
          alt=""
          width={1200}
          height={800}
          className="aspect-[2/1] w-full rounded-card object-cover shadow-card md:order-2 md:aspect-[3/2]"
        />
        <div>
          <p className="kicker">Safarnama, a travelogue</p>
          <h1 className="mt-3 text-4xl md:text-6xl">Explore India through real stories</h1>
          <p className="mt-4 max-w-lg text-ink-soft text-lg">
            Night trains, first rains, a cup of tea at the right moment. Told by those who were there.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <button type="button" className="button button-primary" onClick={onRead}>
              Read Blogs
            </button>
            <Link to={paths.addPost} className="button button-quiet">
              Write a blog
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
