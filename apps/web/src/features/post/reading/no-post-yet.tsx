import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/notice.tsx';
import { sceneUrl } from '../../../components/scenes.ts';
import { paths } from '../../../config/paths.ts';
import { READING_STRINGS } from './strings.ts';

/** Empty state of a list of stories, with a link to write one. */
export function NoPostYet() {
  return (
    <EmptyState scene={sceneUrl('tea-hills')} title={READING_STRINGS.noPostYet}>
      <p className="mt-2 text-ink-soft">{READING_STRINGS.noPostYetText}</p>
      <Link to={paths.addPost} className="button button-accent mt-6">
        {READING_STRINGS.addPost}
      </Link>
    </EmptyState>
  );
}
