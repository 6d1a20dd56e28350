import type { Post } from '@safarnama/contracts';
import { useState } from 'react';
import { toast } from '../../../components/toast.ts';
import { type PostFields, toFields } from '../../../stores/story-draft/draft-record.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';
import type { DraftState } from '../../../stores/story-draft/draft-state.ts';
import type { ConflictingVersion } from './draft-conflict.tsx';
import { WRITING_STRINGS } from './strings.ts';
import { VALIDATION_TOAST_ID } from './use-field-errors.ts';
import type { PublishedStory } from './use-published-story.ts';

interface WrittenDraft {
  values: PostFields;
  draft: DraftState;
  saver: DraftSaver;
  /** Whether the server will publish the draft. */
  isScheduled: boolean;
  setField: (name: 'image' | 'imageAlt', value: string) => void;
  /** Replaces all values, also the text in the editor. */
  replaceFields: (fields: PostFields) => void;
}

/** The conflict of the form's text with one that was written elsewhere. The author chooses which of them to keep. */
export function useTextConflict(
  story: PublishedStory,
  { values, draft, saver, isScheduled, setField, replaceFields }: WrittenDraft,
) {
  const conflict = findConflict(story.conflict, draft, isScheduled);
  const [publishAttempts, setPublishAttempts] = useState(0);
  return {
    /** The version written elsewhere, until the author has chosen which text to keep. */
    conflict,
    /** Number of attempts to publish without choosing, for the current conflict. */
    publishAttempts,

    /** Rejects an attempt to publish, and asks the author to choose first. */
    rejectForConflict(): void {
      setPublishAttempts((count) => count + 1);
      toast.error(WRITING_STRINGS.chooseText, { id: VALIDATION_TOAST_ID });
    },

    /** Ends the conflict with the text of this form. */
    keepOwn(): void {
      setPublishAttempts(0);
      if (story.conflict) story.keepOwn(story.conflict);
      else saver.keepOwn();
      // The author has not decided to publish without a picture: the own one was lost.
      if (!values.lostPicture || conflict === null || conflict.kind === 'removed') return;
      const { image, imageAlt } = conflict.fields;
      if (image === '') return;
      setField('image', image);
      setField('imageAlt', imageAlt);
    },

    /** Ends the conflict with the text that was written elsewhere. */
    keepOther(): void {
      setPublishAttempts(0);
      if (story.conflict) story.keepPublished(story.conflict);
      else if (draft.stored) replaceFields(saver.keepStored(draft.stored));
    },
  };
}

/**
 * Returns the version written elsewhere, first that of the published story: resolving this conflict may resolve the
 * other.
 */
function findConflict(
  newer: Post | null,
  { status, stored }: DraftState,
  isScheduled: boolean,
): ConflictingVersion | null {
  if (newer) return { kind: 'published', fields: toFields(newer) };
  // A scheduled draft that is gone was probably published: see `usePublicationCheck`.
  if (status !== 'conflict' || (stored === null && isScheduled)) return null;
  return stored ? { kind: 'draft', fields: toFields(stored) } : { kind: 'removed' };
}
