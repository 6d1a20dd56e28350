import type { Visibility } from '@safarnama/contracts';
import { Globe, Users } from 'lucide-react';
import { STORY_STRINGS } from './story-strings.ts';

/** Reminds the author who may read the story. */
export function VisibilityNote({ visibility }: { visibility: Visibility }) {
  const Icon = visibility === 'public' ? Globe : Users;
  return (
    <p className="flex items-center gap-2 text-ink-soft text-sm">
      <Icon aria-hidden className="size-4 shrink-0" />
      {visibility === 'public' ? STORY_STRINGS.visibleToAll : STORY_STRINGS.visibleToMembers}
    </p>
  );
}
