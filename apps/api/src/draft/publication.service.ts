import {
  type Draft,
  type DraftSchedule,
  MAX_SCHEDULE_MS,
  MIN_SCHEDULE_MS,
  type PostInput,
  postInputSchema,
} from '@safarnama/contracts';
import * as z from 'zod/mini';
import { AppError, badRequest, notFound } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import type { PostService, PublishedPost } from '../post/post.service.js';
import type { DraftDoc } from './draft.model.js';
import type { DraftService } from './draft.service.js';

/** Drafts that one pass publishes at most; the next one continues. */
const PASS_LENGTH = 100;

interface PublicationDeps {
  media: MediaService;
  drafts: DraftService;
  posts: PostService;
}

/** @throws AppError 400 for a time that is too soon or too far ahead. */
function parseTime(text: string): Date {
  const time = new Date(text);
  const ahead = time.getTime() - Date.now();
  if (ahead < MIN_SCHEDULE_MS || ahead > MAX_SCHEDULE_MS) {
    throw badRequest(
      'publish_at_out_of_range',
      'Choose a time between one minute and one year from now',
      'publishAt',
    );
  }
  return time;
}

/** The sentence for the author when the input is the cause of an error; null for any other error. */
function explainRefusal(error: unknown): string | null {
  if (error instanceof z.core.$ZodError) return error.issues[0]?.message ?? null;
  return error instanceof AppError && error.status === 400 ? error.message : null;
}

/** Whether a story was published with the words of this version of the draft. */
const hasWordsOf = (post: PublishedPost, draft: PostInput) =>
  post.blogTitle === draft.blogTitle &&
  post.blogHtml === draft.blogHtml &&
  post.blogLocation === draft.blogLocation;

/** Publishes drafts at the time that their authors have chosen. */
export function createPublicationService({ media, drafts, posts }: PublicationDeps) {
  /**
   * Converts a draft into the input of a story, as the web app would send it.
   *
   * @throws AppError 400 or ZodError for a draft that cannot be published as it is.
   */
  async function toInput(draft: DraftDoc): Promise<PostInput & { clientPostId: string }> {
    if (draft.postId) {
      throw badRequest('draft_of_story', 'Only a new story can be published later', 'publishAt');
    }
    // Makes the publication idempotent, whoever publishes the draft.
    const clientPostId = draft.key.replaceAll('-', '');
    const input = z.parse(postInputSchema, {
      blogTitle: draft.blogTitle,
      blogHtml: draft.blogHtml,
      blogImage: media.urlOf(draft.blogImage?.key ?? ''),
      blogImageAlt: draft.blogImageAlt ?? '',
      blogLocation: draft.blogLocation,
      ...(draft.visibility ? { visibility: draft.visibility } : {}),
      draftKey: draft.key,
      draftVersion: draft.version,
    });
    await posts.validate(draft.userId.toHexString(), input);
    return { ...input, clientPostId };
  }

  async function publish(draft: DraftDoc, publishAt: Date): Promise<void> {
    const authorId = draft.userId.toHexString();
    const input = await toInput(draft);
    const existing = await posts.findByClientId(authorId, input.clientPostId);
    if (existing === null) await posts.create(authorId, input, publishAt);
    // A process was killed before it deleted the draft.
    else if (hasWordsOf(existing, input)) await drafts.removeSource(authorId, input);
    const post = existing ?? (await posts.findByClientId(authorId, input.clientPostId));
    // Words that were saved after the story was taken from the draft remain, as an edit of the story.
    if (post) await drafts.continueAsEdit(draft, post._id.toHexString());
  }

  return {
    /**
     * Sets when a draft is published, or cancels it.
     *
     * @throws AppError 400 for a time out of range and for a draft that could not be published as it is, 404.
     */
    async schedule(userId: string, key: string, { publishAt }: DraftSchedule): Promise<Draft> {
      const time = publishAt === null ? null : parseTime(publishAt);
      const draft = await drafts.find(userId, key);
      if (!draft) throw notFound('Draft not found');
      if (time) await toInput(draft);
      return drafts.setSchedule(draft._id, time, null);
    },

    /**
     * Publishes the drafts whose time has come. Several processes may run it at once, and a run that was interrupted is
     * continued by the next one: the draft's key makes the publication idempotent. A draft that cannot be published stays,
     * with the reason.
     *
     * @returns the number of drafts that are no longer due.
     * @throws AggregateError after all others, when drafts could not be published for another reason.
     */
    async publishDue(now: Date): Promise<number> {
      const failures: unknown[] = [];
      const due = await drafts.listDue(now, PASS_LENGTH);
      for (const draft of due) {
        try {
          await publish(draft, draft.publishAt ?? now);
        } catch (error) {
          const refusal = explainRefusal(error);
          if (refusal === null) failures.push(error);
          else await drafts.setSchedule(draft._id, null, refusal);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Drafts could not be published');
      return due.length;
    },
  };
}
export type PublicationService = ReturnType<typeof createPublicationService>;
