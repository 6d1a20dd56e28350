import type { Draft, Post } from '@safarnama/contracts';
import { useEffect, useMemo, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router-dom';
import { readPickedImage } from '../../../components/read-picked-image.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { paths } from '../../../config/paths.ts';
import { historyIndex } from '../../../lib/history-index.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import { type OpenedDraft, removeDraft } from '../../../stores/story-draft/story-drafts.ts';
import { useLeaveGuard } from '../../../stores/use-leave-guard.ts';
import { htmlToText } from '../story-html.ts';
import { WRITING_STRINGS } from './strings.ts';
import { usePostFields } from './use-post-fields.ts';
import { type FieldErrors, firstError, validatePost } from './validate-post.ts';

const VALIDATION_TOAST_ID = 'story-validation';

/**
 * State and actions of the form that creates a story, or updates `post`, beginning with the draft `opened`. A failed
 * save keeps all values.
 */
export function usePostForm(post: Post | null, opened: OpenedDraft | null) {
  const createPost = useBlogStore((state) => state.createPost);
  const updatePost = useBlogStore((state) => state.updatePost);
  const navigate = useNavigate();
  const { values, initialHtml, editorKey, isDirty, draft, saver, setField, setHtml, ...fields } =
    usePostFields(post, opened);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const upload = useRef<AbortController | null>(null);
  const guard = useLeaveGuard(isDirty || uploadProgress !== null);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  // Errors of the last attempt disappear as they are corrected; new ones wait for the next attempt.
  const visibleErrors = useMemo(() => {
    if (Object.keys(errors).length === 0) return errors;
    const currentErrors = Object.entries(validatePost(values));
    return Object.fromEntries(currentErrors.filter(([field]) => field in errors)) as FieldErrors;
  }, [errors, values]);
  const hasErrors = Object.keys(visibleErrors).length > 0;
  useEffect(() => {
    if (!hasErrors) toast.dismiss(VALIDATION_TOAST_ID);
  }, [hasErrors]);

  return {
    values,
    initialHtml,
    editorKey,
    draft,
    saver,
    errors: visibleErrors,
    /** Part of the request that has been sent, 0 to 1; null while nothing is being sent. */
    uploadProgress,
    isConfirmingLeave: guard.isConfirming,
    stay: guard.stay,
    setField,
    setHtml,
    /** Ends a conflict of the draft with the text of the server. */
    keepStored(stored: Draft): void {
      fields.replaceFields(saver.keepStored(stored));
    },

    /** Uses a dropped or pasted file as the picture. */
    async addPicture(file: File): Promise<void> {
      const dataUrl = await readPickedImage(file);
      if (dataUrl !== null) setField('image', dataUrl);
    },

    /**
     * Saves the story and opens its page.
     *
     * @returns the validation errors; with any of them nothing is sent.
     */
    async submit(): Promise<FieldErrors> {
      if (uploadProgress !== null) return {};
      // Without a stored draft, the story may be published already: publishing again updates it.
      if (draft.status === 'conflict' && draft.stored !== null) {
        toast.error(WRITING_STRINGS.chooseText, { id: VALIDATION_TOAST_ID });
        return {};
      }
      const newErrors = validatePost(values);
      setErrors(newErrors);
      const message = firstError(newErrors);
      if (message !== undefined) {
        toast.error(message, { id: VALIDATION_TOAST_ID });
        return newErrors;
      }
      const draftKey = saver.getRecord().key;
      const body = { ...toBody(values), draftKey };
      saver.close();
      setUploadProgress(0);
      const controller = new AbortController();
      const { signal } = controller;
      upload.current = controller;
      // Never decreases: after a lost response the story is sent twice, and the server has it since the first time.
      const onProgress = (sent: number) =>
        setUploadProgress((highest) => (highest === null ? null : Math.max(highest, sent)));
      const stored = await (post
        ? updatePost(post._id, body, { onProgress, signal })
        : createPost({ ...body, clientPostId: draftKey.replaceAll('-', '') }, { onProgress, signal }));
      setUploadProgress(null);
      if (!stored) {
        saver.reopen();
        if (signal.aborted) return {};
        if (isUnmounted.current) fields.markForResume();
        toastFailure(useBlogStore.getState().error ?? WRITING_STRINGS.saveFailed);
        return {};
      }
      void removeDraft(saver);
      toast.success(post ? WRITING_STRINGS.updated : WRITING_STRINGS.created);
      guard.disarm();
      // A user who has left the page in the meantime is not brought back.
      if (!isUnmounted.current) navigate(paths.post(stored.slug), { replace: true });
      return {};
    },

    /** Leaves the form after confirmation; what has not been sent completely is not sent. */
    leave(): void {
      if (uploadProgress !== null && uploadProgress < 1) upload.current?.abort();
      guard.leave();
    },

    cancel(): void {
      if (historyIndex(window.history.state) > 0) navigate(-1);
      // In a tab that was opened on this page, Back would leave the site.
      else navigate(post ? paths.post(post.slug) : paths.home, { replace: true });
    },

    /** Reloads the page; unless the device could store the values, the browser asks before it discards them. */
    async reload(): Promise<void> {
      if ((await saver.flush()) && fields.markForResume()) guard.disarm();
      window.location.reload();
    },
  };
}

function toBody({ title, html, image, imageAlt, location }: PostFields) {
  return {
    blogTitle: title.trim(),
    blogContent: htmlToText(html),
    blogHtml: html,
    blogImage: image,
    blogImageAlt: image === '' ? '' : imageAlt.trim(),
    blogLocation: location.trim(),
  };
}
