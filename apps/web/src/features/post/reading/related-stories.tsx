import type { Card, Post } from '@safarnama/contracts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { listRelated } from '../../../api/related-post.api.ts';
import { paths } from '../../../config/paths.ts';
import { readStories } from '../../../lib/read-stories.ts';
import { PostCard } from './post-card.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { useEndOfList } from './use-end-of-list.ts';

type Kind = 'place' | 'author' | 'similar';

/**
 * Stories to read next: from the same place, by the same author, then with similar words, except those that the user
 * has opened on this device. Loaded when the reader scrolls near the end. After a failure, nothing is shown, since
 * there are links to other stories above.
 */
export function RelatedStories({ post, ownId }: { post: Post; ownId: string }) {
  const [cards, setCards] = useState<Card[]>([]);
  const [isNear, setIsNear] = useState(false);
  const endRef = useEndOfList(!isNear, 0, () => setIsNear(true));

  useEffect(() => {
    if (!isNear) return;
    let isCurrent = true;
    listRelated(post._id).then(
      ({ posts }) => {
        const readIds = readStories.read(ownId);
        if (isCurrent) setCards(posts.filter(({ _id }) => !readIds.has(_id)));
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [post._id, ownId, isNear]);

  const placeName = post.place?.name ?? post.blogLocation;
  const groups = [
    { kind: 'place', heading: STORY_STRINGS.moreFromPlace({ name: placeName }) },
    { kind: 'author', heading: STORY_STRINGS.moreBy({ name: post.authorId.fullName }) },
    { kind: 'similar', heading: STORY_STRINGS.similarStories },
  ] as const satisfies { kind: Kind; heading: string }[];
  return (
    <div ref={endRef}>
      {groups.map(({ kind, heading }) => (
        <StoryGroup
          key={kind}
          kind={kind}
          heading={heading}
          cards={cards.filter((card) => kindOf(card, post) === kind)}
          authorId={kind === 'author' ? post.authorId._id : null}
        />
      ))}
    </div>
  );
}

function kindOf(card: Card, post: Post): Kind {
  const isSamePlace = post.place
    ? card.place?._id === post.place._id
    : post.blogLocation !== '' && card.blogLocation === post.blogLocation;
  if (isSamePlace) return 'place';
  return card.authorId._id === post.authorId._id ? 'author' : 'similar';
}

interface StoryGroupProps {
  kind: Kind;
  heading: string;
  cards: readonly Card[];
  /** Adds a link to all stories of this author; null for no link. */
  authorId: string | null;
}

function StoryGroup({ kind, heading, cards, authorId }: StoryGroupProps) {
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby={`related-${kind}`} className="mt-16 border-line border-t pt-12 print:hidden">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={`related-${kind}`} className="wrap-anywhere text-2xl">
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
