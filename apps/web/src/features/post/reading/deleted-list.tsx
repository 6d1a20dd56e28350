import { useEffect, useState } from 'react';
import * as deletedPostApi from '../../../api/deleted-post.api.ts';
import { focusNextRow } from '../../../components/focus-next-row.ts';
import { EmptyState, Failure } from '../../../components/notice.tsx';
import { sceneUrl } from '../../../components/scenes.ts';
import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { useLoadedWithRetry } from '../../../components/use-loaded-with-retry.ts';
import { errorMessage } from '../../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { formatTimeLeft } from '../../../lib/format-age.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { Cover } from './cover.tsx';
import { STORY_STRINGS } from './story-strings.ts';
import { undoChange } from './toast-undoable.tsx';
import { describeDeletion } from './undoable-changes.ts';

/** A deleted story, and the time on this device until which it can be restored. */
type DeletedStory = deletedPostApi.DeletedCard & { expiresAt: number };

/** Interval at which the remaining times are updated. */
const TICK_MS = 5_000;

async function loadStories(): Promise<DeletedStory[]> {
  const cards = await deletedPostApi.listDeleted();
  const loadedAt = Date.now();
  return cards.map((card) => ({ ...card, expiresAt: loadedAt + card.restorableMs }));
}

/** The user's deleted stories, as long as they can be restored. */
export function DeletedList() {
  const { data: loaded, error, reload } = useLoadedWithRetry(loadStories);
  // Loading the list again instead could fail, although these stories are restored.
  const [removedSlugs, setRemovedSlugs] = useState<readonly string[]>([]);
  const remove = (...slugs: string[]) => setRemovedSlugs((removed) => [...removed, ...slugs]);
  const [now, setNow] = useState(Date.now);
  // The toast of a deletion also restores its story, and the story may be found to be restored in another tab.
  useEffect(
    () =>
      useBlogStore.subscribe(({ deletedSlugs }, before) => {
        const published = before.deletedSlugs.filter((slug) => !deletedSlugs.includes(slug));
        if (published.length > 0) remove(...published);
      }),
    [],
  );
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  if (error !== null) {
    return <Failure message={errorMessage(error, DEFAULT_MESSAGES.myPosts)} onRetry={reload} />;
  }
  if (!loaded) return <div aria-busy="true" className="hides-footer skeleton h-28" />;
  const stories = loaded.filter(({ slug, expiresAt }) => expiresAt > now && !removedSlugs.includes(slug));
  if (stories.length === 0) {
    return (
      <EmptyState scene={sceneUrl('dunes')} title={STORY_STRINGS.noDeleted}>
        <p className="mt-2 text-ink-soft">{STORY_STRINGS.noDeletedText}</p>
      </EmptyState>
    );
  }
  return (
    <ul aria-label={STORY_STRINGS.deleted} className="grid gap-4">
      {stories.map((story) => (
        <DeletedRow key={story._id} story={story} now={now} onDone={() => remove(story.slug)} />
      ))}
    </ul>
  );
}

interface DeletedRowProps {
  story: DeletedStory;
  now: number;
  /** Called when the story has been restored or can no longer be restored. */
  onDone: () => void;
}

function DeletedRow({ story, now, onDone }: DeletedRowProps) {
  const row = useFocusLost<HTMLLIElement>(focusNextRow);
  const { blogTitle, expiresAt } = story;
  const [isRestoring, setIsRestoring] = useState(false);
  const handleRestore = async () => {
    if (isRestoring) return;
    setIsRestoring(true);
    await undoChange({
      ...describeDeletion({ post: story, before: useBlogStore.getState() }),
      onEnd: onDone,
    });
    setIsRestoring(false);
  };
  return (
    <li ref={row} className="card flex items-center gap-4 overflow-hidden pe-3 sm:pe-4">
      <Cover
        post={story}
        sizes="9rem"
        className="h-auto min-h-24 w-20 shrink-0 self-stretch bg-paper-sunk object-cover sm:w-36"
        isDecorative
      />
      <div className="min-w-0 flex-1 py-3">
        <p dir="auto" lang={guessLanguage(blogTitle)} className="wrap-anywhere line-clamp-2 font-semibold">
          {blogTitle}
        </p>
        <p className="text-ink-soft text-sm">{formatTimeLeft(expiresAt - now)}</p>
      </div>
      {/* aria-disabled instead of disabled while busy, so that the button keeps the focus. */}
      <button
        type="button"
        className="button button-quiet shrink-0"
        aria-label={STORY_STRINGS.restoreStory({ title: blogTitle })}
        aria-disabled={isRestoring}
        onClick={() => void handleRestore()}
      >
        {STORY_STRINGS.restore}
      </button>
    </li>
  );
}
