import { deriveClientPostId, type Post } from '@safarnama/contracts';
import { useRef, useState } from 'react';
import * as draftApi from '../../../api/draft.api.ts';
import { readConflict } from '../../../api/save-conflict.ts';
import { ApiError, isNotFoundError } from '../../../lib/api-client.ts';
import { type SaveOptions, useBlogStore } from '../../../stores/blog.store.ts';
import { digestFields, wasSent } from '../../../stores/story-draft/draft-digest.ts';
import {
  imageToPublish,
  type PostFields,
  toFields,
  toPlaceId,
  toVisitedOn,
} from '../../../stores/story-draft/draft-record.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';
import { publishChanged } from '../../../stores/unpublish-post.ts';
import { htmlToText } from '../story-html.ts';

type SaveResult = { stored: Post } | { failure: unknown };

/**
 * Sends the values of the form to the server, which creates the story of the draft or updates it.
 *
 * @param published - the story as it is published; null for one that is not published yet.
 */
export function useSendStory(values: PostFields, saver: DraftSaver, published: Post | null) {
  const createPost = useBlogStore((state) => state.createPost);
  const updatePost = useBlogStore((state) => state.updatePost);
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  /** Digests of the values that were sent without a response. */
  const unconfirmed = useRef<string[]>([]);

  async function save(options: SaveOptions): Promise<SaveResult> {
    const record = saver.getRecord();
    const { key, version, baseVersion } = record;
    const blogImage = imageToPublish(record);
    const body = { ...toBody(values), blogImage, draftKey: key, draftVersion: version };
    let failure: unknown;
    const sent = [...record.unconfirmed, ...unconfirmed.current];
    // Another device may have published the same values. A digest does not tell pictures of the card apart.
    if (values.image === '') sent.push(digestFields(values));
    const sending = {
      ...options,
      onFailed: (error: unknown) => {
        failure = error;
      },
      isOwnAttempt: (other: Post) => wasSent(sent, toFields(other)),
    };
    // An unpublished story cannot be updated; with its draft, it is published again.
    const create = record.isUnpublished ? publishChanged : createPost;
    const stored = await (published && !record.isUnpublished
      ? updatePost(published._id, { ...body, version: baseVersion ?? published.version }, sending)
      : create({ ...body, clientPostId: deriveClientPostId(key) }, sending));
    if (stored) return { stored };
    const isRefused = failure instanceof ApiError && failure.status === 409;
    if (!isRefused) unconfirmed.current.push(digestFields(values));
    return { failure };
  }

  /** Whether the story was not found because it was unpublished elsewhere, which its draft on the server tells. */
  async function isUnpublishedElsewhere(failure: unknown): Promise<boolean> {
    if (!published || !isNotFoundError(failure) || saver.getRecord().isUnpublished) return false;
    // Publishing it again requires the draft on the server.
    saver.reopen();
    await saver.sendNow();
    const draft = await draftApi.find(saver.getRecord().key).catch(() => null);
    if (draft) saver.setSchedule(draft);
    saver.close();
    return saver.getRecord().isUnpublished;
  }

  return {
    /** Part of the request that has been sent, 0 to 1; null while nothing is being sent. */
    progress,

    /**
     * Sends the values; meanwhile, and after a success, the draft is not saved.
     *
     * @returns the stored story, or why it was not stored; null if `stop` was called.
     */
    async send(): Promise<SaveResult | null> {
      saver.close();
      setProgress(0);
      controller.current = new AbortController();
      const { signal } = controller.current;
      // Never decreases: after a lost response, the story is sent twice, but the server already has it.
      const onProgress = (sent: number) =>
        setProgress((highest) => (highest === null ? null : Math.max(highest, sent)));
      let result = await save({ onProgress, signal });
      if ('failure' in result) {
        const { draft: storedDraft } = readConflict(result.failure);
        if (storedDraft && saver.reconcile(storedDraft)) result = await save({ onProgress, signal });
        else if (!signal.aborted && (await isUnpublishedElsewhere(result.failure)))
          result = await save({ onProgress, signal });
      }
      setProgress(null);
      if ('stored' in result) return result;
      saver.reopen();
      return signal.aborted ? null : result;
    },

    /** What has not been sent completely is not sent. */
    stop(): void {
      if (progress !== null && progress < 1) controller.current?.abort();
    },
  };
}

function toBody(values: PostFields) {
  const { title, html, image, imageAlt, location, visibility } = values;
  return {
    blogTitle: title.trim(),
    blogContent: htmlToText(html),
    blogHtml: html,
    blogImageAlt: image === '' ? '' : imageAlt.trim(),
    blogLocation: location.trim(),
    ...toPlaceId(values),
    ...toVisitedOn(values),
    visibility,
  };
}
