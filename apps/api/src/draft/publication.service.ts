import {
  type Draft,
  type DraftSchedule,
  deriveClientPostId,
  getCode,
  latestSchedule,
  MIN_SCHEDULE_MS,
  type PostInput,
  postInputSchema,
} from '@safarnama/contracts';
import * as z from 'zod/mini';
import { AppError, badRequest, notFound } from '../http/app-error.js';
import { runForEach } from '../lib/run-for-each.js';
import type { MediaService } from '../media/media.service.js';
import type { PostService } from '../post/post.service.js';
import type { DraftDoc } from './draft.model.js';
import type { DraftService } from './draft.service.js';
import {
  beginPublication,
  continueAsEdit,
  type DueDraft,
  findDue,
  listDue,
  type PublishError,
  refusePublication,
} from './scheduled-drafts.js';

interface PublicationDeps {
  media: MediaService;
  drafts: DraftService;
  posts: PostService;
  /** Finds a story, also a deleted or unpublished one, if the user is its author. */
  findOwnPost(userId: string, postId: string): Promise<object | null>;
}

/** @throws AppError 400 for a time that is too soon or too far ahead. */
function requireInRange(time: Date): void {
  const now = Date.now();
  if (time.getTime() < now + MIN_SCHEDULE_MS || time.getTime() > latestSchedule(now)) {
    throw badRequest(
      'publish_at_out_of_range',
      'Choose a time between one minute and one year from now',
      'publishAt',
    );
  }
}

/** Returns the error to show to the author if the draft's content is its cause; null for any other error. */
function explainRefusal(error: unknown): PublishError | null {
  if (error instanceof z.core.$ZodError) {
    const message = error.issues[0]?.message;
    return message === undefined ? null : { code: getCode(message), message };
  }
  return error instanceof AppError && error.status === 400 ? error : null;
}

/** Publishes drafts at the time that their authors have chosen. */
export function createPublicationService({ media, drafts, posts, findOwnPost }: PublicationDeps) {
  /**
   * Converts a draft into the input of a story, as the web app would send it.
   *
   * @throws AppError 400 or ZodError for a draft that cannot be published as it is.
   */
  async function toInput(draft: DraftDoc): Promise<PostInput & { clientPostId: string }> {
    const authorId = draft.userId.toHexString();
    // A draft of an older version may name a story that was removed for good.
    if (draft.postId && (await findOwnPost(authorId, draft.postId.toHexString()))) {
      throw badRequest('draft_of_story', 'Only a new story can be scheduled', 'publishAt');
    }
    const clientPostId = deriveClientPostId(draft.key);
    const input = z.parse(postInputSchema, {
      blogTitle: draft.blogTitle,
      blogHtml: draft.blogHtml,
      blogImage: media.urlOf(draft.blogImage?.key ?? ''),
      blogImageAlt: draft.blogImageAlt ?? '',
      blogLocation: draft.blogLocation,
      ...(draft.placeId === undefined ? {} : { placeId: draft.placeId }),
      visitedOn: draft.visitedOn ?? null,
      ...(draft.visibility ? { visibility: draft.visibility } : {}),
      draftKey: draft.key,
      draftVersion: draft.version,
    });
    await posts.validate(authorId, input);
    return { ...input, clientPostId };
  }

  async function publishNew(draft: DraftDoc, publishAt: Date): Promise<boolean> {
    const authorId = draft.userId.toHexString();
    const input = await toInput(draft);
    // The draft was changed, rescheduled or deleted: the next pass publishes it if it is still due.
    if (!(await beginPublication(draft))) return false;
    const { post, isNew } = await posts.create(authorId, input, publishAt);
    // Changes saved after the story was taken from the draft remain, as an edit of the story.
    await continueAsEdit(draft, post._id);
    return isNew;
  }

  /** Publishes a draft, or stores why its author has to change it first. @returns whether the story is a new one. */
  async function publish({ _id, userId, key }: DueDraft, now: Date): Promise<boolean> {
    const authorId = userId.toHexString();
    const existing = await posts.findByClientId(authorId, deriveClientPostId(key));
    // Read after the story: the author may have deleted or rescheduled it, and `publishedVersion` is that of the story.
    const draft = await findDue(_id, now);
    if (!draft) return false;
    if (existing) {
      // A process was killed before it deleted the draft.
      const { version: draftVersion, publishedVersion } = draft;
      if (draftVersion === publishedVersion)
        await drafts.removeSource(authorId, { draftKey: key, draftVersion });
      await continueAsEdit(draft, existing._id.toHexString());
      return false;
    }
    try {
      return await publishNew(draft, draft.publishAt ?? now);
    } catch (error) {
      // Saved, published or unpublished at the same moment: the next pass continues if it is still due.
      if (error instanceof AppError && error.status === 409) return false;
      const refusal = explainRefusal(error);
      if (refusal === null) throw error;
      await refusePublication(draft, refusal);
      return false;
    }
  }

  return {
    /**
     * Sets when a draft is published, or cancels its schedule. The repeat of a request changes nothing, also when less
     * than a minute is left.
     *
     * @throws AppError 400 for a time out of range or a draft that cannot be published as it is; 404 for an unknown
     *   draft.
     */
    async schedule(userId: string, key: string, { publishAt }: DraftSchedule): Promise<Draft> {
      const time = publishAt === null ? null : new Date(publishAt);
      const draft = await drafts.find(userId, key);
      const isRepeated = time !== null && draft?.publishAt?.getTime() === time.getTime();
      if (time && !isRepeated) requireInRange(time);
      if (!draft) throw notFound('Draft not found');
      if (time) await toInput(draft);
      return isRepeated ? drafts.get(userId, key) : drafts.setSchedule(draft._id, time);
    },

    /**
     * Publishes the drafts whose time has come. Several processes may run it concurrently, and an interrupted run is
     * continued by the next one: the draft's key makes the publication idempotent. A draft that its author has to
     * change first stays, with the reason.
     *
     * @returns the number of new stories.
     * @throws AggregateError with the first errors when drafts could not be published for another reason: after trying
     *   all drafts, or immediately if the database is unavailable.
     */
    async publishDue(now: Date): Promise<number> {
      let published = 0;
      await runForEach(listDue(now), 'Drafts could not be published', async (draft) => {
        if (await publish(draft, now)) published += 1;
      });
      return published;
    },
  };
}
export type PublicationService = ReturnType<typeof createPublicationService>;
