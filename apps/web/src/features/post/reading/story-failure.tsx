import { PageNotice } from '../../../components/notice.tsx';
import { RetryButton } from '../../../components/retry-button.tsx';
import { sceneUrl } from '../../../components/scenes.ts';
import { useOnReconnect } from '../../../components/use-is-online.ts';
import { ARTICLE_STRINGS } from './article-strings.ts';

/** Shown in place of a story that could not be loaded. */
export function StoryFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  useOnReconnect(true, onRetry);
  return (
    <PageNotice scene={sceneUrl('monsoon')}>
      <div role="alert">
        <h1 className="wrap-anywhere mt-2 text-3xl">{ARTICLE_STRINGS.error({ message })}</h1>
      </div>
      <RetryButton className="button button-primary mt-2" onRetry={onRetry} />
    </PageNotice>
  );
}
