import { DEFAULT_VISIBILITY, type Draft } from '@safarnama/contracts';
import type { MediaService } from '../media/media.service.js';
import { presentStoryPlace } from '../place/story-place.js';
import { findUnpublished } from '../post/unpublished.js';
import type { DraftDoc } from './draft.model.js';

interface PresenterDeps {
  media: Pick<MediaService, 'urlOf' | 'withUrls'>;
}

export function createDraftPresenter({ media }: PresenterDeps) {
  function presentDraft(draft: DraftDoc, unpublished: ReadonlySet<string>): Draft {
    return {
      _id: draft._id.toHexString(),
      key: draft.key,
      blogTitle: draft.blogTitle,
      blogHtml: media.withUrls(draft.blogHtml),
      blogImage: media.urlOf(draft.blogImage?.key ?? ''),
      // Drafts of older versions have neither an alternative text nor a base version.
      blogImageAlt: draft.blogImageAlt ?? '',
      blogImageMeta: draft.blogImage?.meta ?? null,
      blogLocation: draft.blogLocation,
      placeId: draft.placeId ?? null,
      place: presentStoryPlace(draft.placeId),
      isPlaceChosen: draft.placeId !== undefined,
      visitedOn: draft.visitedOn ?? null,
      visibility: draft.visibility ?? DEFAULT_VISIBILITY,
      ...(draft.postId ? { postId: draft.postId.toHexString() } : {}),
      isUnpublished: draft.postId ? unpublished.has(draft.postId.toHexString()) : false,
      baseVersion: draft.baseVersion ?? null,
      version: draft.version,
      publishAt: draft.publishAt?.toISOString() ?? null,
      publishError: draft.publishError ?? null,
      publishErrorCode: draft.publishErrorCode ?? null,
      createdAt: draft.createdAt.toISOString(),
      updatedAt: draft.updatedAt.toISOString(),
    };
  }

  return {
    /** Looks up which stories are unpublished: a flag stored in the drafts could be out of date. */
    async present(drafts: readonly DraftDoc[]): Promise<Draft[]> {
      const unpublished = await findUnpublished(drafts.flatMap(({ postId }) => postId ?? []));
      return drafts.map((draft) => presentDraft(draft, unpublished));
    },

    async presentOne(draft: DraftDoc): Promise<Draft> {
      return presentDraft(draft, await findUnpublished(draft.postId ? [draft.postId] : []));
    },
  };
}
