import { translateError } from '../../../lib/api-client.ts';
import type { DraftRecord } from '../../../stores/story-draft/draft-record.ts';
import { DRAFT_STRINGS } from './draft-strings.ts';

/** Explains why a draft could not be published at its scheduled time; null if publishing has not failed. */
export function describePublishError({
  publishError,
  publishErrorCode,
}: Pick<DraftRecord, 'publishError' | 'publishErrorCode'>): string | null {
  if (publishError === null) return null;
  return `${DRAFT_STRINGS.failedAtTime} ${translateError(publishErrorCode ?? '', publishError)}`;
}
