import {
  normalizeText,
  type PageQuery,
  type PublicCard,
  type PublicCardPage,
  type PublicPost,
} from '@safarnama/contracts';
import mongoose from 'mongoose';
import { notFound } from '../http/app-error.js';
import { fromDate } from '../lib/from-date.js';
import type { IsPublicPicture } from '../media/find-picture.js';
import { type CardDoc, type FullPostDoc, POST_FIELDS, PostModel } from './post.model.js';
import { presentCard, presentPost } from './post.presenter.js';
import type { ContextDeps } from './post-context.js';
import { findCards, type PostFilter } from './post-queries.js';

/** The address of a public story, and when it was last changed. */
export interface PublicAddress {
  slug: string;
  updatedAt: Date;
}

/** A period of creation times, both ends included. */
export interface Period {
  from: Date;
  to: Date;
}

const PUBLIC = { visibility: 'public' } as const;

const buildPeriodFilter = ({ from, to }: Period) => ({
  ...PUBLIC,
  createdAt: mongoose.trusted({ ...fromDate(from), $lte: to }),
});

/** Guests may see the pictures that a public story shows, and the picture of its author. */
export const isPublicPicture: IsPublicPicture = async ({ kind, recordId, key }) => {
  if (kind === 'post') {
    const post = await PostModel.findById(recordId).select('visibility blogImage').lean();
    return post?.visibility === 'public' && post.blogImage?.key === key;
  }
  if (kind === 'upload') {
    return (await PostModel.exists({ 'pictures.key': key, authorId: recordId, ...PUBLIC })) !== null;
  }
  return kind === 'profile' && (await PostModel.exists({ authorId: recordId, ...PUBLIC })) !== null;
};

/** Leaves out what depends on the viewer or matters to the author alone. */
function forGuests<T extends { likedByMe: boolean; bookmarkedByMe: boolean; version: number }>(post: T) {
  const { likedByMe: _liked, bookmarkedByMe: _bookmarked, version: _version, ...fields } = post;
  return fields;
}

/** Reads public stories for guests. A story of members is the same to them as one that does not exist. */
export function createPublicReader({ media, users }: ContextDeps) {
  const guest = { likedByMe: false, bookmarkedByMe: false, media };

  async function listCards(filter: PostFilter, query: PageQuery): Promise<PublicCardPage> {
    const { rows, nextCursor } = await findCards({ ...filter, ...PUBLIC }, query);
    const authorOf = await users.loadAuthors(rows.map(({ authorId }) => authorId));
    const present = (post: CardDoc): PublicCard =>
      forGuests(presentCard(post, { ...guest, author: authorOf(post.authorId) }));
    return { posts: rows.map(present), nextCursor };
  }

  return {
    /**
     * Finds a public story. The index separates public stories, so that the lookup takes as long for a story of members
     * as for none.
     *
     * @param slug - decoded, in any Unicode normalization form.
     * @throws AppError 404.
     */
    async findBySlug(slug: string): Promise<PublicPost> {
      const post = await PostModel.findOne({ ...PUBLIC, slug: normalizeText(slug) })
        // With the index on the slug alone, a story of members would be read before it is rejected.
        .hint({ visibility: 1, slug: 1 })
        .select(POST_FIELDS)
        .lean<FullPostDoc>();
      if (!post) throw notFound('Post not found');
      const authorOf = await users.loadAuthors([post.authorId]);
      return forGuests(presentPost(post, { ...guest, author: authorOf(post.authorId) }));
    },

    /** Lists all public stories, newest first. */
    list: (query: PageQuery): Promise<PublicCardPage> => listCards({}, query),

    /** Lists the public stories of an author, newest first. */
    listByAuthor: (authorId: string, query: PageQuery): Promise<PublicCardPage> =>
      listCards({ authorId }, query),

    /**
     * Lists the public stories of a place and of all places within it, newest first. @param placeId - its stable id.
     */
    listByPlace: (placeId: string, query: PageQuery): Promise<PublicCardPage> =>
      listCards({ placeIds: placeId }, query),

    /** Lists up to `limit` addresses of public stories, newest first. */
    async listAddresses(limit: number): Promise<PublicAddress[]> {
      return await PostModel.find(PUBLIC)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .select('slug updatedAt')
        .lean<PublicAddress[]>();
    },

    /** Lists up to `limit` addresses of the public stories of a period, oldest first, without the first `skip`. */
    async listAddressesWithin(period: Period, skip: number, limit: number): Promise<PublicAddress[]> {
      return await PostModel.find(buildPeriodFilter(period))
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(limit)
        .select('slug updatedAt')
        .lean<PublicAddress[]>();
    },

    /** Counts the public stories of a period. */
    async countWithin(period: Period): Promise<number> {
      return await PostModel.countDocuments(buildPeriodFilter(period));
    },

    /** When the oldest public story was created; null if there is none. */
    async findOldestDate(): Promise<Date | null> {
      const post = await PostModel.findOne(PUBLIC).sort({ createdAt: 1, _id: 1 }).select('createdAt').lean();
      return post?.createdAt ?? null;
    },
  };
}
export type PublicReader = ReturnType<typeof createPublicReader>;
