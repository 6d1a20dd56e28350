import type { Post } from '@safarnama/contracts';
import { useState } from 'react';
import { digestFields, wasSent } from '../../../stores/story-draft/draft-digest.ts';
import { type DraftRecord, type PostFields, toFields } from '../../../stores/story-draft/draft-record.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';

interface WrittenFields {
  values: PostFields;
  setField: (name: 'image' | 'imageAlt', value: string) => void;
  /** Sets the values that are regarded as saved. */
  setSaved: (fields: PostFields) => void;
  /** Replaces all values, also the text in the editor. */
  replaceFields: (fields: PostFields) => void;
}

export type PublishedStory = ReturnType<typeof usePublishedStory>;

/** The published story that the form changes, and its conflict with a version published elsewhere in the meantime. */
export function usePublishedStory(
  post: Post | null,
  saver: DraftSaver,
  { values, setField, setSaved, replaceFields }: WrittenFields,
) {
  const [published, setPublished] = useState(post);
  const [conflict, setConflict] = useState(() => (isOutdated(saver.getRecord(), post) ? post : null));

  const resolve = (newer: Post, fields: PostFields) => {
    saver.rebase(newer, fields);
    const { status, stored } = saver.getState();
    // Publishing elsewhere has removed the draft.
    if (status === 'conflict' && stored === null) saver.keepOwn();
    setSaved(toFields(newer));
    setPublished(newer);
    setConflict(null);
  };
  return {
    /** Null for a story that is not published yet. */
    published,
    /** A version that was published elsewhere; null if there is none or the author has already chosen. */
    conflict,
    reportConflict: setConflict,
    keepOwn(newer: Post) {
      resolve(newer, values);
      const ownImage = values.image;
      if (ownImage === '' || ownImage !== published?.blogImage || ownImage === newer.blogImage) return;
      // The form has changed the words, not the picture, which no longer exists.
      const { image, imageAlt } = toFields(newer);
      setField('image', image);
      setField('imageAlt', imageAlt);
    },
    keepPublished(newer: Post) {
      resolve(newer, toFields(newer));
      replaceFields(toFields(newer));
    },
  };
}

/** Whether a draft is based on an earlier version of the story and differs from what has been published since. */
function isOutdated({ baseVersion, fields }: DraftRecord, post: Post | null): boolean {
  if (post === null || baseVersion === null || baseVersion >= post.version) return false;
  return !wasSent([digestFields(fields)], toFields(post));
}
