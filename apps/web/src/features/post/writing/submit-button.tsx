import type { RefObject } from 'react';
import { WRITING_STRINGS } from './strings.ts';
import type { Schedule } from './use-schedule.ts';

interface SubmitState {
  /** Whether the form changes a published story. */
  isEdit: boolean;
  isPublishing: boolean;
  /** Whether the story is being published or scheduled. */
  isBusy: boolean;
  schedule: Pick<Schedule, 'time' | 'publishAt'>;
}

interface SubmitButtonProps extends SubmitState {
  ref: RefObject<HTMLButtonElement | null>;
}

/** Publishes, updates or schedules the story. */
export function SubmitButton({ ref, ...state }: SubmitButtonProps) {
  return (
    // aria-disabled instead of disabled while busy, so that the button keeps the focus.
    <button
      ref={ref}
      type="submit"
      className="button button-accent aria-disabled:opacity-55"
      aria-disabled={state.isBusy}
      aria-keyshortcuts="Control+Enter Meta+Enter"
    >
      {submitLabel(state)}
    </button>
  );
}

function submitLabel({ isEdit, isPublishing, isBusy, schedule }: SubmitState): string {
  const { updating, publishing, update, publish, schedule: scheduling } = WRITING_STRINGS;
  if (schedule.time !== null) return isBusy ? scheduling.submitting : scheduling.submit;
  if (isPublishing) return isEdit ? updating : publishing;
  if (isEdit) return update;
  return schedule.publishAt === null ? publish : scheduling.publishNow;
}
