import * as postApi from '../../../api/post.api.ts';
import { useLoaded } from '../../../components/use-loaded.ts';
import { PostCard } from './post-card.tsx';

const COUNT = 3;
const load = () => postApi.listAll(null, COUNT);

/** The newest stories of all authors, below an empty list. After a failure, nothing is shown. */
export function NewestStories({ title }: { title: string }) {
  const { data } = useLoaded(load);
  if (!data || data.posts.length === 0) return null;
  return (
    <section aria-labelledby="newest-stories" className="mt-10 border-line border-t pt-8">
      <h2 id="newest-stories" className="mb-6 text-2xl">
        {title}
      </h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
        {data.posts.map((card) => (
          <li key={card._id} className="min-w-0">
            <PostCard card={card} headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
