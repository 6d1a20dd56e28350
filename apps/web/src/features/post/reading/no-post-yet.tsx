import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/notice.tsx';
import { sceneNamed } from '../../../components/scenes.ts';
import { paths } from '../../../config/paths.ts';
import { READING_STRINGS } from './strings.ts';

export function NoPostYet() {
  return (
    <EmptyState scene={sceneNamed('tea-hills')} title={READING_STRINGS.noPostYet}>
      <p className="mt-2 text-ink-soft">The first page of a journal is the hardest. And the best.</p>
      <Link to={paths.addPost} className="button button-accent mt-6">
        {READING_STRINGS.addPost}
      </Link>
    </EmptyState>
  );
}
