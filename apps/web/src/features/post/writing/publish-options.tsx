import type { Visibility } from '@safarnama/contracts';
import { type Choice, ChoiceField } from './choice-field.tsx';
import { PublishTimeField } from './publish-time-field.tsx';
import { ScheduleNotice } from './schedule-notice.tsx';
import { WRITING_STRINGS } from './strings.ts';
import type { Schedule } from './use-schedule.ts';

const { visibility: STRINGS } = WRITING_STRINGS;

interface PublishOptionsProps {
  visibility: Visibility;
  onVisibility: (visibility: Visibility) => void;
  /** Null for a story that was published before, which cannot be scheduled. */
  schedule: Schedule | null;
  /** Called when the control that has the focus disappears. */
  onFocusLost: () => void;
}

/** Who may read the story, and when it is published. */
export function PublishOptions({ visibility, onVisibility, schedule, onFocusLost }: PublishOptionsProps) {
  return (
    <>
      <ChoiceField label={STRINGS.label} choices={listChoices()} value={visibility} onChange={onVisibility} />
      {schedule !== null &&
        (schedule.publishAt === null ? (
          <PublishTimeField schedule={schedule} />
        ) : (
          <ScheduleNotice
            publishAt={schedule.publishAt}
            isBusy={schedule.isBusy}
            onCancel={schedule.cancel}
            onFocusLost={onFocusLost}
          />
        ))}
    </>
  );
}

function listChoices(): readonly Choice<Visibility>[] {
  return [
    { value: 'members', label: STRINGS.members, hint: STRINGS.membersHint },
    { value: 'public', label: STRINGS.public, hint: STRINGS.publicHint },
  ];
}
