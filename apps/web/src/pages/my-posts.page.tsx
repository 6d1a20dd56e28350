import { type ComponentType, useEffect } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import * as postApi from '../api/post.api.ts';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { Failure } from '../components/notice.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { CardList } from '../features/post/reading/card-list.tsx';
import { NoPostYet } from '../features/post/reading/no-post-yet.tsx';
import { STORY_STRINGS } from '../features/post/reading/story-strings.ts';
import { useNewStories } from '../features/post/reading/use-new-stories.ts';
import { UnpublishedChanges, useDraftsByStory } from '../features/post/writing/unpublished-changes.tsx';
import { useBlogStore } from '../stores/blog.store.ts';

const loadDraftList = async () => (await import('../features/post/writing/draft-list.tsx')).DraftList;
const loadDeletedList = async () => (await import('../features/post/reading/deleted-list.tsx')).DeletedList;
const DraftList = () => <LoadedTab load={loadDraftList} />;
const DeletedList = () => <LoadedTab load={loadDeletedList} />;

const TABS = [
  { tab: null, path: paths.myPosts, name: 'published', Content: PublishedStories },
  { tab: 'drafts', path: paths.drafts, name: 'drafts', Content: DraftList },
  { tab: 'deleted', path: paths.deletedPosts, name: 'deleted', Content: DeletedList },
] as const;

export function MyPostsPage() {
  const [params] = useSearchParams();
  const current = TABS.find(({ tab }) => tab === params.get('tab')) ?? TABS[0];
  usePageTitle(current.tab === null ? STORY_STRINGS.myPosts : STORY_STRINGS[current.name]);

  return (
    <div className="site pt-10">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl">{STORY_STRINGS.myPosts}</h1>
        <nav aria-label={STORY_STRINGS.myPosts} className="flex flex-wrap gap-x-6">
          {TABS.map(({ tab, path, name }) => (
            <Link
              key={path}
              to={path}
              aria-current={tab === current.tab ? 'page' : undefined}
              className="link py-1 aria-[current]:text-ink aria-[current]:no-underline"
            >
              {STORY_STRINGS[name]}
            </Link>
          ))}
          <Link to={paths.bookmarks} className="link py-1">
            {STORY_STRINGS.bookmarks}
          </Link>
        </nav>
      </div>
      {/* `RetryButton` moves the focus here when it disappears, so that Tab continues with what was loaded. */}
      <div tabIndex={-1} className="focus-visible:outline-none">
        <current.Content />
      </div>
    </div>
  );
}

/** A list whose script is loaded when it is opened. Unlike with `lazy`, a failure replaces only the list. */
function LoadedTab({ load }: { load: () => Promise<ComponentType> }) {
  const { data: List, error, reload } = useLoaded(load);
  if (error !== null) return <Failure message={FRAME_STRINGS.pageFailed} onRetry={reload} />;
  return List ? <List /> : <div aria-busy="true" className="hides-footer skeleton h-28" />;
}

function PublishedStories() {
  const myPosts = useBlogStore((state) => state.myPosts);
  const myStatus = useBlogStore((state) => state.myStatus);
  const { fetchMyPosts, fetchMoreMyPosts } = useBlogStore.getState();
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const draftsByStory = useDraftsByStory();

  // Loads once per visit; going back preserves the loaded list.
  useEffect(() => {
    if (!isBack || myStatus.cursor === undefined) void fetchMyPosts();
  }, [key]);

  const newStories = useNewStories('myPosts', postApi.listOwn);

  return (
    <CardList
      cards={myPosts}
      {...myStatus}
      onLoadFirst={fetchMyPosts}
      onLoadMore={fetchMoreMyPosts}
      newStories={newStories}
      emptyState={<NoPostYet />}
      renderNote={({ _id }) => {
        const draft = draftsByStory.get(_id);
        return draft && <UnpublishedChanges draft={draft} />;
      }}
    />
  );
}
