import type { PlaceHit, Post } from '@safarnama/contracts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { createRecord, type PostFields, toFields } from '../../../stores/story-draft/draft-record.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';
import { clearResumeMarker, saveResumeMarker } from '../../../stores/story-draft/resume-marker.ts';
import {
  holdSaver,
  type OpenedDraft,
  openSaver,
  releaseSaver,
  removeDraft,
} from '../../../stores/story-draft/story-drafts.ts';
import { htmlToText } from '../story-html.ts';
import { fieldsAt } from './complete-location.ts';

/** An empty editor has markup of its own, such as `<p><br></p>`; longer markup is never empty. */
const MAX_EMPTY_HTML_LENGTH = 40;

/**
 * The values of the story form, which are saved as a draft: the values of `draftToOpen` or of `post`, or empty values
 * with `place`, if given.
 */
export function usePostFields(post: Post | null, draftToOpen: OpenedDraft | null, place: PlaceHit | null) {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const [opened] = useState(draftToOpen);
  const [initial] = useState(() => ({ ...toFields(post), ...(place && fieldsAt(place)) }));
  const [saver] = useState(() => openSaver(opened ?? { record: createRecord(userId, initial, post) }));
  const draft = useSyncExternalStore(saver.subscribe, saver.getState);
  const [saved, setSaved] = useState(initial);
  const [initialHtml, setInitialHtml] = useState(() => saver.getRecord().fields.html);
  const [initialCaret] = useState(() => saver.getRecord().caret);
  const [editorKey, setEditorKey] = useState(0);
  const [values, setValues] = useState(() => saver.getRecord().fields);
  const latestValues = useRef(values);
  const isDirty = isChanged(values, saved);

  const update = useCallback((change: Partial<PostFields>) => {
    const lost = change.image === undefined ? {} : { lostPicture: '' };
    latestValues.current = { ...latestValues.current, ...lost, ...change };
    setValues(latestValues.current);
  }, []);
  const { lostPicture } = saver.getRecord().fields;
  useEffect(() => {
    if (!lostPicture || lostPicture !== latestValues.current.image) return;
    update({ image: '', imageAlt: '', lostPicture });
  }, [lostPicture, update]);
  const setField = useCallback(
    <Name extends keyof PostFields>(name: Name, value: PostFields[Name]) => {
      update({ [name]: value });
      saver.change(latestValues.current);
    },
    [saver, update],
  );
  const setHtml = useCallback(
    (html: string, isEdit: boolean) => {
      if (isEdit) return setField('html', html);
      // The editor rewrites stored markup in its own form, which is not a change made by the author.
      update({ html });
      setSaved((current) => (current.html === initialHtml ? { ...current, html } : current));
    },
    [setField, update, initialHtml],
  );
  useDraftLifetime(saver, opened, isDirty, post?._id ?? 'new');

  return {
    values,
    initialHtml,
    initialCaret,
    /** Changes when the editor has to be created again with another `initialHtml`. */
    editorKey,
    isDirty,
    draft,
    saver,
    setField,
    /** Takes the markup of the editor. `isEdit` is false when the editor only normalized the initial markup. */
    setHtml,
    setSaved,
    /** Replaces all values, also the text in the editor. */
    replaceFields(fields: PostFields) {
      update(fields);
      setInitialHtml(fields.html);
      setEditorKey((current) => current + 1);
    },
    /** Makes the next form in this tab open this draft. */
    markForResume: () =>
      saveResumeMarker({ userId, formKey: post?._id ?? 'new', draftKey: saver.getRecord().key }),
  };
}

/** Saves the draft when the page is hidden or the form is left, and when the network is available again. */
function useDraftLifetime(
  saver: DraftSaver,
  opened: OpenedDraft | null,
  isDirty: boolean,
  formKey: string,
): void {
  const isDirtyRef = useRef(isDirty);
  useEffect(() => {
    isDirtyRef.current = isDirty;
  });
  useEffect(() => {
    holdSaver(saver);
    // Sends changes that are stored only on the device.
    if (opened && !opened.record.isSaved && !opened.conflict) saver.resume();
    const saveNow = () => {
      void saver.flush();
      void saver.sendNow();
    };
    const mark = () => {
      const { userId, key: draftKey } = saver.getRecord();
      if (isDirtyRef.current) saveResumeMarker({ userId, formKey, draftKey });
    };
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) clearResumeMarker();
    };
    document.addEventListener('visibilitychange', handleVisibility);
    window.addEventListener('pagehide', mark);
    window.addEventListener('pageshow', handlePageShow);
    window.addEventListener('online', saver.sendNow);
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility);
      window.removeEventListener('pagehide', mark);
      window.removeEventListener('pageshow', handlePageShow);
      window.removeEventListener('online', saver.sendNow);
      const isSignedIn = useAuthStore.getState().isAuthenticated;
      if (!isSignedIn) mark();
      if (isSignedIn && !isDirtyRef.current && isDisposable(saver)) {
        void removeDraft(saver, { isPublished: false });
      } else releaseSaver(saver);
    };
  }, [saver, opened, formKey]);
}

/**
 * Whether a draft without changes may be removed when the form is left. The draft of an unpublished story may not,
 * because it is the story itself.
 */
function isDisposable(saver: DraftSaver): boolean {
  return (
    !['clean', 'closed', 'conflict'].includes(saver.getState().status) && !saver.getRecord().isUnpublished
  );
}

/** Whether the values differ in a way that the author would see. */
export function isChanged(values: PostFields, saved: PostFields): boolean {
  return (
    values.title !== saved.title ||
    values.image !== saved.image ||
    values.imageAlt !== saved.imageAlt ||
    values.location !== saved.location ||
    values.place?._id !== saved.place?._id ||
    (values.visitedOn ?? '') !== (saved.visitedOn ?? '') ||
    values.visibility !== saved.visibility ||
    (values.html !== saved.html && !(isEmptyHtml(values.html) && isEmptyHtml(saved.html)))
  );
}

function isEmptyHtml(html: string): boolean {
  return html.length < MAX_EMPTY_HTML_LENGTH && htmlToText(html) === '';
}
