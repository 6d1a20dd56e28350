import type { DraftState } from '../../../stores/story-draft/draft-state.ts';
import { WRITING_STRINGS } from './strings.ts';

const { draft: STRINGS } = WRITING_STRINGS;

/** Shows whether the draft is saved, and where. */
export function SaveStatus({ state }: { state: DraftState }) {
  const isProblem = ['savedOnDevice', 'retrying', 'refused'].includes(state.status);
  // A short text fits next to the buttons on a phone; a row of its own would cover the story.
  const isShort = !isProblem && state.status !== 'conflict';
  return (
    <p
      // Announced only when something is wrong: it changes with every pause in typing.
      aria-live={isProblem ? 'polite' : 'off'}
      className={`min-w-0 flex-1 ${isShort ? 'basis-13 whitespace-nowrap' : 'basis-60'} text-sm leading-snug ${state.status === 'retrying' || state.status === 'refused' ? 'text-danger' : 'text-ink-soft'}`}
    >
      {describeDraft(state)}
    </p>
  );
}

function describeDraft({ status, hasDeviceFailed, reason }: DraftState): string {
  switch (status) {
    case 'clean':
    case 'closed':
      return '';
    case 'dirty':
    case 'saving':
      return STRINGS.saving;
    case 'saved':
      return STRINGS.saved;
    case 'savedOnDevice':
      return STRINGS.savedOnDevice;
    case 'retrying':
      return STRINGS.retrying;
    case 'refused': {
      const where = hasDeviceFailed ? STRINGS.refusedUnsaved : STRINGS.refused;
      return `${where} ${reason?.() || STRINGS.refusedFallback}`;
    }
    case 'conflict':
      return STRINGS.conflict;
  }
}
