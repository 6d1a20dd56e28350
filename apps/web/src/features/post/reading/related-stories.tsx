import type { Post, RelatedCard, Relation } from '@safarnama/contracts';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { listRelated } from '../../../api/related-post.api.ts';
import { useLoaded } from '../../../components/use-loaded.ts';
import { paths } from '../../../config/paths.ts';
import { readView, updateView } from '../../../lib/entry-views.ts';
import { readStories } from '../../../lib/read-stories.ts';
import { placeName } from '../../../lib/region-names.ts';
import { PostCard } from './post-card.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { useEndOfList } from './use-end-of-list.ts';

/**
 * Stories to read next: from the same place, by the same author, then with similar words, except those that the user
 * has opened on this device; Back and Forward show the same ones again. Loaded when the reader scrolls near the end.
 * After a failure, nothing is shown, since there are links to other stories above.
 */
export function RelatedStories({ post, ownId }: { post: Post; ownId: string }) {
  const { key } = useLocation();
  /** Key of the history entry in which the end was reached; null before. */
  const [entryKey, setEntryKey] = useState<string | null>(null);
  const endRef = useEndOfList(entryKey === null, 0, () => setEntryKey(key));

  const load = useCallback(async () => {
    if (entryKey === null) return [];
    const { posts } = await listRelated(post._id);
    const saved = readView(entryKey)?.readRelated;
    const readIds = readStories.read(ownId);
    const postIds =
      saved?.userId === ownId ? saved.postIds : posts.map(({ _id }) => _id).filter((id) => readIds.has(id));
    updateView(entryKey, { readRelated: { userId: ownId, postIds } });
    return posts.filter(({ _id }) => !postIds.includes(_id));
  }, [post._id, ownId, entryKey]);
  const { data } = useLoaded(load);
  const cards = data ?? [];
  // After a jump to a heading, these stories are shown in another entry, which Back may return to.
  useEffect(() => {
    const view = data && entryKey !== null ? readView(entryKey) : undefined;
    // On the way to the next story, these are rendered once more in the entry of that story.
    if (!view?.readRelated || view.pathname !== readView(key)?.pathname) return;
    updateView(key, { readRelated: view.readRelated });
  }, [data, entryKey, key]);

  const location = post.place ? placeName(post.place) : post.blogLocation;
  const groups = [
    { relation: 'place', heading: STORY_STRINGS.moreFromPlace({ name: location }) },
    { relation: 'author', heading: STORY_STRINGS.moreBy({ name: post.authorId.fullName }) },
    { relation: 'similar', heading: STORY_STRINGS.similarStories },
  ] as const satisfies { relation: Relation; heading: string }[];
  return (
    <div ref={endRef}>
      {groups.map(({ relation, heading }) => (
        <StoryGroup
          key={relation}
          relation={relation}
          heading={heading}
          cards={cards.filter((card) => relationOf(card, post) === relation)}
          authorId={relation === 'author' ? post.authorId._id : null}
        />
      ))}
    </div>
  );
}

/** Compares the text of the location if the story has no place: the server only compares places. */
function relationOf({ relation, blogLocation }: RelatedCard, post: Post): Relation {
  const isSameLocation =
    !post.place && post.blogLocation !== '' && blogLocation.normalize() === post.blogLocation.normalize();
  return isSameLocation ? 'place' : relation;
}

interface StoryGroupProps {
  relation: Relation;
  heading: string;
  cards: readonly RelatedCard[];
  /** Adds a link to all stories of this author; null for no link. */
  authorId: string | null;
}

function StoryGroup({ relation, heading, cards, authorId }: StoryGroupProps) {
  if (cards.length === 0) return null;
  return (
    <section
      aria-labelledby={`related-${relation}`}
      className="mt-16 border-line border-t pt-12 print:hidden"
    >
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={`related-${relation}`} className="wrap-anywhere text-2xl">
          {heading}
        </h2>
        {authorId !== null && (
          <Link to={paths.author(authorId)} className="link touch-target py-1">
            {STORY_STRINGS.allByAuthor}
          </Link>
        )}
      </div>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
        {cards.map((card) => (
          <li key={card._id} className="min-w-0">
            <PostCard card={card} headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
