import { latestSchedule, MIN_SCHEDULE_MS, type Post } from '@safarnama/contracts';
import { useState, useSyncExternalStore } from 'react';
import * as draftApi from '../../../api/draft.api.ts';
import { toast } from '../../../components/toast.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { ApiError, errorMessage, isNotFoundError } from '../../../lib/api-client.ts';
import { fieldMessages, type LiveMessage } from '../../../lib/failures.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';
import { waitUntilSaved } from '../../../stores/story-draft/wait-until-saved.ts';
import { describePublishError } from './describe-publish-error.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';
import { WRITING_STRINGS } from './strings.ts';
import { usePublicationCheck } from './use-publication-check.ts';
import { formatZonedTime } from './zoned-time.ts';

const { schedule: STRINGS } = WRITING_STRINGS;

export type Schedule = ReturnType<typeof useSchedule>;

/**
 * When the draft is published: the time stored on the server and the time being chosen.
 *
 * @param onPublished - called with the story when the server has published the draft.
 */
export function useSchedule(saver: DraftSaver, onPublished: (post: Post) => void) {
  const checkPublication = usePublicationCheck(saver, onPublished);
  const publishAt = useSyncExternalStore(saver.subscribe, () => saver.getRecord().publishAt);
  const publishError = useSyncExternalStore(saver.subscribe, () => describePublishError(saver.getRecord()));
  /** Value of the field; null for now. */
  const [time, setTime] = useState<string | null>(null);
  const [error, setError] = useState<LiveMessage>();
  const [isBusy, setIsBusy] = useState(false);

  /** @throws like `request`. */
  async function store(date: Date | null): Promise<void> {
    setIsBusy(true);
    try {
      saver.setSchedule(await draftApi.schedule(saver.getRecord().key, date?.toISOString() ?? null));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    /** ISO date; null without a schedule. */
    publishAt,
    /** Why the draft could not be published at its scheduled time; null if publishing has not failed. */
    publishError,
    time,
    error: error?.(),
    isBusy,

    choose(value: string | null): void {
      setTime(value);
      setError(undefined);
    },

    /** Checks the chosen time. @returns the error message, if any. */
    validate(): string | undefined {
      const problem = time === null ? undefined : findProblem(time);
      setError(() => problem);
      return problem?.();
    },

    /**
     * Saves the draft and schedules it for the chosen time.
     *
     * @param mustWait - called once the server has the draft. If it resolves to true, nothing is scheduled.
     * @returns why this failed, if that is known; null when it was scheduled.
     */
    async schedule(mustWait: () => Promise<boolean>): Promise<{ failure: unknown } | null> {
      setIsBusy(true);
      const isSaved = await waitUntilSaved(saver);
      const isWaiting = isSaved && (await mustWait());
      setIsBusy(false);
      if (isWaiting) return { failure: null };
      if (!isSaved) {
        toastFailure(STRINGS.failedToSchedule);
        return { failure: null };
      }
      const date = new Date(time ?? '');
      try {
        await store(date);
      } catch (failure) {
        toastFailure(errorMessage(failure, STRINGS.failedToSchedule));
        if (failure instanceof ApiError) setError(() => fieldMessages(failure, ['publishAt']).publishAt);
        return { failure };
      }
      toast.success(DRAFT_STRINGS.scheduled({ time: formatZonedTime(date.toISOString()) }));
      return null;
    },

    async cancel(): Promise<void> {
      if (isBusy) return;
      try {
        await store(null);
        toast.success(STRINGS.cancelled);
      } catch (failure) {
        // Published in the meantime, or deleted elsewhere.
        const isExplained = isNotFoundError(failure) && (await checkPublication());
        if (!isExplained) toastFailure(errorMessage(failure, STRINGS.failedToCancel));
      }
    },
  };
}

function findProblem(time: string): LiveMessage | undefined {
  const chosen = Date.parse(time);
  const now = Date.now();
  if (Number.isNaN(chosen)) return () => STRINGS.timeMissing;
  if (chosen < now + MIN_SCHEDULE_MS) return () => STRINGS.tooSoon;
  return chosen > latestSchedule(now) ? () => STRINGS.tooLate : undefined;
}

/** The value of a `datetime-local` field, in the device's time zone. */
export function toFieldValue(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}
