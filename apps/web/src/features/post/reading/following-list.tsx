import * as postApi from '../../../api/post.api.ts';
import { EmptyState } from '../../../components/notice.tsx';
import { sceneUrl } from '../../../components/scenes.ts';
import { whenFollowsSaved } from '../../../stores/follow.store.ts';
import { FOLLOWING_LIST } from '../../../stores/lazy-transitions.ts';
import { CardList } from './card-list.tsx';
import { FOLLOW_STRINGS } from './follow-strings.ts';
import { useCardPages } from './use-card-pages.ts';

/** The stories of the authors whom the user follows. */
export function FollowingList() {
  const pages = useCardPages(FOLLOWING_LIST, async (...page) => {
    // The list is often opened directly after a follow.
    await whenFollowsSaved();
    return postApi.listFollowed(...page);
  });
  return (
    <CardList
      {...pages}
      headingLevel={3}
      emptyState={
        <EmptyState scene={sceneUrl('tea-hills')} title={FOLLOW_STRINGS.empty}>
          <p className="mt-2 text-ink-soft">{FOLLOW_STRINGS.emptyText}</p>
        </EmptyState>
      }
    />
  );
}
