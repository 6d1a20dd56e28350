import { CalendarClock } from 'lucide-react';
import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';
import { WRITING_STRINGS } from './strings.ts';
import { formatZonedTime } from './zoned-time.ts';

const { schedule: STRINGS } = WRITING_STRINGS;

interface ScheduleNoticeProps {
  /** ISO date. */
  publishAt: string;
  isBusy: boolean;
  onCancel: () => void;
  /** Called when the notice disappears with the focus. */
  onFocusLost: () => void;
}

/** Shows when the draft will be published, with a button that cancels it. */
export function ScheduleNotice({ publishAt, isBusy, onCancel, onFocusLost }: ScheduleNoticeProps) {
  const section = useFocusLost<HTMLElement>(onFocusLost);
  return (
    <section
      ref={section}
      aria-label={STRINGS.label}
      className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-5"
    >
      <CalendarClock aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{DRAFT_STRINGS.scheduled({ time: formatZonedTime(publishAt) })}</p>
        <p className="text-ink-soft text-sm">{STRINGS.scheduledHint}</p>
      </div>
      <button type="button" className="button button-quiet" aria-disabled={isBusy} onClick={onCancel}>
        {STRINGS.cancel}
      </button>
    </section>
  );
}
