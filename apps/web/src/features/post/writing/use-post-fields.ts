import type { Post } from '@safarnama/contracts';
import { useCallback, useEffect, useState } from 'react';
import { randomId } from '../../../lib/random-id.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { useFormStash } from '../../../stores/use-form-stash.ts';
import { htmlToText } from '../story-html.ts';
import { type PostFields, postStash, type StashedPost } from './post-stash.ts';
import {
  clearReloadStash,
  deleteStashedPicture,
  readReloadStash,
  readStashedPicture,
  stashForReload,
} from './reload-stash.ts';

/** An empty editor has markup of its own, such as `<p><br></p>`; longer markup is never empty. */
const MAX_EMPTY_HTML_LENGTH = 40;

/**
 * The values of the story form: those of `post`, or an empty form, unless a session expiry or a reload has saved
 * unsent ones, which are restored.
 */
export function usePostFields(post: Post | null) {
  const userId = useAuthStore((state) => state.user?._id ?? null);
  const formKey = post?._id ?? 'new';
  const [saved, setSaved] = useState(() => toFields(post));
  const [reloadStash] = useState(() => (userId === null ? null : readReloadStash(userId, formKey)));
  const [initial] = useState<StashedPost>(
    () =>
      (userId === null ? null : postStash.restore(userId, formKey)) ??
      reloadStash?.typed ?? { ...saved, clientPostId: randomId() },
  );
  const [values, setValues] = useState(initial);
  useFormStash(postStash, userId, formKey, values);

  const pictureId = reloadStash?.pictureId ?? null;
  useEffect(() => {
    clearReloadStash();
    if (pictureId === null) return;
    let isCurrent = true;
    void readStashedPicture(pictureId).then((image) => {
      if (!isCurrent) return;
      // A picture picked in the meantime wins.
      setValues((current) => (current.image === '' ? { ...current, image } : current));
      void deleteStashedPicture(pictureId);
    });
    return () => {
      isCurrent = false;
    };
  }, [pictureId]);

  const setField = useCallback((name: keyof PostFields, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
  }, []);
  const setHtml = useCallback(
    (html: string, isTyped: boolean) => {
      setField('html', html);
      // The editor rewrites stored markup in its own form, which is not a change made by the author.
      if (!isTyped) setSaved((current) => (current.html === initial.html ? { ...current, html } : current));
    },
    [setField, initial.html],
  );
  return {
    values,
    initialHtml: initial.html,
    isDirty: isChanged(values, saved),
    setField,
    /** Takes the markup of the editor. `isTyped` is false when the editor only normalized the initial markup. */
    setHtml,
    /** Saves the values for the next time that this form is shown. */
    stash: () => {
      if (userId !== null) postStash.save(userId, formKey, values);
    },
    /** Saves the values across a reload of the page; false when the browser could not store them. */
    stashForReload: async () => userId !== null && (await stashForReload(userId, formKey, values)),
  };
}

function toFields(post: Post | null): PostFields {
  return {
    title: post?.blogTitle ?? '',
    html: post?.blogHtml ?? '',
    image: post?.blogImage ?? '',
    imageAlt: post?.blogImageAlt ?? '',
    location: post?.blogLocation ?? '',
  };
}

function isChanged(values: PostFields, saved: PostFields): boolean {
  return (
    values.title !== saved.title ||
    values.image !== saved.image ||
    values.imageAlt !== saved.imageAlt ||
    values.location !== saved.location ||
    (values.html !== saved.html && !(isEmptyHtml(values.html) && isEmptyHtml(saved.html)))
  );
}

function isEmptyHtml(html: string): boolean {
  return html.length < MAX_EMPTY_HTML_LENGTH && htmlToText(html) === '';
}
