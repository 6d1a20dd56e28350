import { latestSchedule, MIN_SCHEDULE_MS } from '@safarnama/contracts';
import { TextField } from '../../../components/text-field.tsx';
import { type Choice, ChoiceField } from './choice-field.tsx';
import { WRITING_STRINGS } from './strings.ts';
import { type Schedule, toFieldValue } from './use-schedule.ts';
import { timeZoneName } from './zoned-time.ts';

const { schedule: STRINGS } = WRITING_STRINGS;

type PublishTime = 'now' | 'later';

/** Whether the story is published immediately or at a chosen time. */
export function PublishTimeField({ schedule }: { schedule: Schedule }) {
  const { time, error, publishError } = schedule;
  const now = Date.now();
  const chosen = Date.parse(time ?? '');
  // The offset may change during the year. Some browsers accept years that a date cannot have.
  const date = new Date(Number.isNaN(chosen) ? now : chosen);
  return (
    <div className="grid gap-4">
      {publishError !== null && (
        <p role="alert" className="rounded-control border border-danger p-3.5 text-danger">
          {publishError}
        </p>
      )}
      <ChoiceField
        label={STRINGS.label}
        choices={listChoices()}
        value={time === null ? 'now' : 'later'}
        onChange={(choice) => schedule.choose(choice === 'now' ? null : '')}
      />
      {time !== null && (
        <TextField
          label={STRINGS.time}
          type="datetime-local"
          hint={STRINGS.timeZone({
            name: timeZoneName(date, 'long'),
            offset: timeZoneName(date, 'shortOffset'),
          })}
          error={error}
          min={toFieldValue(now + MIN_SCHEDULE_MS)}
          max={toFieldValue(latestSchedule(now))}
          value={time}
          onChange={(event) => schedule.choose(event.target.value)}
        />
      )}
    </div>
  );
}

function listChoices(): readonly Choice<PublishTime>[] {
  return [
    { value: 'now', label: STRINGS.now, hint: STRINGS.nowHint },
    { value: 'later', label: STRINGS.later, hint: STRINGS.laterHint },
  ];
}
