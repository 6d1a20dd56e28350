import type { PlaceHit, Post } from '@safarnama/contracts';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { readConflict } from '../../../api/save-conflict.ts';
import { toast } from '../../../components/toast.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { paths } from '../../../config/paths.ts';
import { isFromList } from '../../../lib/from-list.ts';
import { historyIndex } from '../../../lib/history-index.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { isOnServer, toFields } from '../../../stores/story-draft/draft-record.ts';
import { type OpenedDraft, removeDraft } from '../../../stores/story-draft/story-drafts.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import { useLeaveGuard } from '../../../stores/use-leave-guard.ts';
import { unpublishedToastId } from '../reading/undoable-changes.ts';
import { WRITING_STRINGS } from './strings.ts';
import { useDraftUrl } from './use-draft-url.ts';
import { useFieldErrors, VALIDATION_TOAST_ID } from './use-field-errors.ts';
import { isChanged, usePostFields } from './use-post-fields.ts';
import { usePublishedStory } from './use-published-story.ts';
import { useSchedule } from './use-schedule.ts';
import { useSendStory } from './use-send-story.ts';
import { useStoryPictures } from './use-story-pictures.ts';
import { useTextConflict } from './use-text-conflict.ts';
import { type FieldErrors, firstError } from './validate-post.ts';

/**
 * State and actions of the form that creates a story or updates `post`, starting with the draft `opened` or at `place`.
 * A failed save keeps all values.
 *
 * @param isReadingPicture - whether a picture is being read, which the draft does not have yet.
 */
export function usePostForm(
  post: Post | null,
  opened: OpenedDraft | null,
  place: PlaceHit | null,
  isReadingPicture: boolean,
) {
  const navigate = useNavigate();
  const location = useLocation();
  const {
    values,
    initialHtml,
    initialCaret,
    editorKey,
    isDirty,
    draft,
    saver,
    setField,
    setHtml,
    ...fields
  } = usePostFields(post, opened, place);
  const pictures = useStoryPictures(saver, values.html);
  useDraftUrl(saver);
  const story = usePublishedStory(post, saver, { values, setField, ...fields });
  const sending = useSendStory(values, saver, story.published);
  const guard = useLeaveGuard(isDirty || isReadingPicture || sending.progress !== null);
  const isUnmounted = useRef(false);
  // Together with the next page: a failure that arrives right after it was shown must find the form unmounted.
  useLayoutEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const { errors, validate, setServerErrors } = useFieldErrors(values);
  const schedule = useSchedule(saver, handlePublished);
  const { rejectForConflict, ...textConflict } = useTextConflict(story, {
    values,
    draft,
    saver,
    isScheduled: schedule.publishAt !== null,
    setField,
    replaceFields: fields.replaceFields,
  });

  /** Shows why the story was rejected. @returns the errors of its fields. */
  function handleFailure(failure: unknown): FieldErrors {
    const { post: newer, draft: storedDraft } = readConflict(failure);
    if (newer) story.reportConflict(newer);
    if (newer || storedDraft) {
      rejectForConflict();
      return {};
    }
    toastFailure(useBlogStore.getState().error ?? WRITING_STRINGS.saveFailed);
    return setServerErrors(failure);
  }

  /** Schedules the story and leaves the form. @returns the errors of its fields. */
  async function scheduleStory(): Promise<FieldErrors> {
    const refusal = await schedule.schedule(pictures.waitAfterSave);
    if (refusal) return setServerErrors(refusal.failure);
    guard.disarm();
    if (isUnmounted.current) return {};
    // Goes back to the drafts if they are the previous history entry, so that Back leaves them.
    if (isFromList(location.state)) navigate(-1);
    else navigate(paths.drafts, { replace: true });
    return {};
  }

  /**
   * Leaves the form after the server has published its draft at the scheduled time. If another device has published it
   * or saved it before, perhaps with other words, the author chooses.
   */
  function handlePublished(stored: Post): void {
    const { status, stored: other } = saver.getState();
    const isScheduled = saver.getRecord().publishAt !== null;
    if (!isScheduled || (status === 'conflict' && other !== null)) {
      if (isScheduled) saver.setSchedule(null);
      story.reportConflict(stored);
      return;
    }
    // The draft does not have the picture yet.
    if (isReadingPicture || isUnmounted.current) return;
    const hasWrittenMore = !isOnServer(saver.getRecord());
    saver.close();
    finish(
      stored,
      hasWrittenMore ? WRITING_STRINGS.writtenMeanwhile : null,
      WRITING_STRINGS.schedule.published,
    );
  }

  /**
   * Opens the page of the published story, or the draft of what it lacks.
   *
   * @param missing - says what the story lacks; null if nothing.
   */
  function finish(stored: Post, missing: string | null, message: string): void {
    if (missing !== null) keepAsEdit(stored, missing);
    else void removeDraft(saver, { isPublished: true });
    toast.success(message);
    guard.disarm();
    const next = missing !== null ? paths.draft(saver.getRecord().key) : paths.post(stored.slug);
    // A user who has left the page in the meantime is not brought back.
    if (!isUnmounted.current) navigate(next, { replace: true });
  }

  /** Keeps what the published story lacks as a draft that changes it. */
  function keepAsEdit(stored: Post, missing: string): void {
    const record = saver.getRecord();
    const { image } = record.fields;
    // The story has taken over the picture of the draft, which is deleted.
    if (image !== '' && image === record.savedImageUrl) setField('image', toFields(stored).image);
    saver.continueAsEdit(stored);
    // Synchronously, because a form without changes removes its draft when it is left.
    flushSync(() => fields.setSaved(toFields(stored)));
    toast(missing);
  }

  return {
    values,
    initialHtml,
    initialCaret,
    editorKey,
    draft,
    saver,
    isPictureLost: Boolean(values.lostPicture),
    errors,
    pictures,
    schedule,
    /** Whether the story was published before, so that publishing restores it. */
    isUnpublished: saver.getRecord().isUnpublished,
    ...textConflict,
    uploadProgress: sending.progress,
    isConfirmingLeave: guard.isConfirming,
    stay: guard.stay,
    setField,
    setHtml,
    moveCaret: saver.moveCaret,

    /**
     * Saves the story and opens its page.
     *
     * @returns the validation errors; if there are any, nothing is sent.
     */
    async submit(): Promise<FieldErrors> {
      if (pictures.progress !== null && !pictures.isReady) return {};
      // If the story cannot be sent now, the author must be able to press the button again.
      pictures.stopWaiting();
      if (sending.progress !== null || schedule.isBusy) return {};
      const { conflict } = textConflict;
      // After a removal, the story may be published already: publishing again updates it.
      if (conflict !== null && conflict.kind !== 'removed') {
        rejectForConflict();
        return {};
      }
      const newErrors = validate();
      const message = firstError(newErrors);
      if (message !== undefined) {
        toast.error(message, { id: VALIDATION_TOAST_ID });
        return newErrors;
      }
      const timeError = schedule.validate();
      if (timeError !== undefined) return { publishAt: timeError };
      if (pictures.startWaiting()) return {};
      if (schedule.time !== null) return scheduleStory();
      const sentFields = saver.getRecord().fields;
      const hasOtherSignedIn = trackOtherUser();
      const result = await sending.send();
      if (result === null) return {};
      if ('failure' in result) {
        if (isUnmounted.current) fields.markForResume();
        // The result is unknown then, and does not concern another user who has signed in.
        if (hasOtherSignedIn()) return {};
        return handleFailure(result.failure);
      }
      const { stored } = result;
      toast.dismiss(unpublishedToastId(stored._id));
      const isMissingPictures = await pictures.recoverMissing(sentFields.html, stored.blogHtml);
      const hasWrittenMore = isChanged(saver.getRecord().fields, sentFields);
      const missing = isMissingPictures ? WRITING_STRINGS.picturesMissing : null;
      finish(
        stored,
        hasWrittenMore ? WRITING_STRINGS.writtenMeanwhile : missing,
        post ? WRITING_STRINGS.updated : WRITING_STRINGS.created,
      );
      return {};
    },

    /** Leaves the form after confirmation; what has not been sent completely is not sent. */
    leave(): void {
      sending.stop();
      guard.leave();
    },

    cancel(): void {
      if (historyIndex(window.history.state) > 0) navigate(-1);
      // In a tab that was opened on this page, Back would leave the site.
      else navigate(post ? paths.post(post.slug) : paths.home, { replace: true });
    },

    /** Reloads the page; unless the device could store the values, the browser warns before it discards them. */
    async reload(): Promise<void> {
      if ((await saver.flush()) && fields.markForResume()) guard.disarm();
      window.location.reload();
    },
  };
}
