import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { stepsBackTo } from '../../../lib/entry-views.ts';
import { STORY_STRINGS } from './story-strings.ts';

/**
 * Link to the home page. If the reader came from there, it goes back in the history, to the same position in the list.
 */
export function AllStoriesLink({ className, children }: { className: string; children?: ReactNode }) {
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent) => {
    const steps = stepsBackTo(paths.home);
    const opensTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (steps === 0 || opensTab) return;
    event.preventDefault();
    navigate(-steps);
  };
  return (
    <Link to={paths.home} className={className} onClick={handleClick}>
      {children}
      {STORY_STRINGS.allStories}
    </Link>
  );
}
