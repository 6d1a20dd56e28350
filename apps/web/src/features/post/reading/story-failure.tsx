import { PageNotice } from '../../../components/notice.tsx';
import { RetryButton } from '../../../components/retry-button.tsx';
import { sceneUrl } from '../../../components/scenes.ts';
import { useIsOnline, useOnReconnect } from '../../../components/use-is-online.ts';
import { ARTICLE_STRINGS } from './article-strings.ts';
import { READING_STRINGS } from './strings.ts';

/** Shown in place of a story that could not be loaded. */
export function StoryFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  const isOnline = useIsOnline();
  useOnReconnect(true, onRetry);
  return (
    <PageNotice scene={sceneUrl('monsoon')}>
      <div role="alert">
        <h1 className="wrap-anywhere mt-2 text-3xl">{ARTICLE_STRINGS.error({ message })}</h1>
      </div>
      {!isOnline && <p className="text-ink-soft">{READING_STRINGS.offline}</p>}
      <RetryButton className="button button-primary mt-2" onRetry={onRetry} />
    </PageNotice>
  );
}
