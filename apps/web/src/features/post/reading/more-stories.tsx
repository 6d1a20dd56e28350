import type { Author, Card } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import * as postApi from '../../../api/post.api.ts';
import { paths } from '../../../config/paths.ts';
import { PostCard } from './post-card.tsx';
import { useEndOfList } from './use-end-of-list.ts';

const MAX_STORIES = 3;

/**
 * More stories by the same author, loaded when the reader scrolls near the end. After a failure nothing is
 * shown, since there is a link to all their stories above.
 */
export function MoreStories({ author, postId }: { author: Author; postId: string }) {
  const [cards, setCards] = useState<Card[]>([]);
  const [isNear, setIsNear] = useState(false);
  const endRef = useEndOfList(!isNear, 0, () => setIsNear(true));

  useEffect(() => {
    if (!isNear) return;
    let isCurrent = true;
    postApi.listByAuthor(author._id, null).then(
      ({ posts }) => {
        if (isCurrent) setCards(posts.filter(({ _id }) => _id !== postId).slice(0, MAX_STORIES));
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [author._id, postId, isNear]);

  return (
    <div ref={endRef}>
      {cards.length > 0 && (
        <section aria-labelledby="more-stories" className="mt-16 border-line border-t pt-12 print:hidden">
          <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
            <h2 id="more-stories" className="wrap-anywhere text-2xl">
              More from {author.fullName}
            </h2>
            <Link to={paths.author(author._id)} className="link py-1">
              All stories
            </Link>
          </div>
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
            {cards.map((card) => (
              <li key={card._id} className="min-w-0">
                <PostCard card={card} headingLevel={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
