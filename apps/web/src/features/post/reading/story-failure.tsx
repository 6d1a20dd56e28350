import { FRAME_STRINGS } from '../../../components/frame-strings.ts';
import { PageNotice } from '../../../components/notice.tsx';
import { RetryButton } from '../../../components/retry-button.tsx';
import { sceneUrl } from '../../../components/scenes.ts';
import { useIsOnline, useOnReconnect } from '../../../components/use-is-online.ts';
import { ARTICLE_STRINGS } from './article-strings.ts';

/** Shown in place of a story that could not be loaded. While offline, a second line gives that as the reason. */
export function StoryFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  const isOnline = useIsOnline();
  useOnReconnect(true, onRetry);
  return (
    <PageNotice scene={sceneUrl('monsoon')}>
      <div role="alert">
        <h1 className="wrap-anywhere mt-2 text-3xl">{ARTICLE_STRINGS.error({ message })}</h1>
        {!isOnline && <p className="mt-2 text-ink-soft">{FRAME_STRINGS.offline}</p>}
      </div>
      <RetryButton className="button button-primary mt-2" onRetry={onRetry} />
    </PageNotice>
  );
}
