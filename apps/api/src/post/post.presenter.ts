import { type Author, type Card, DEFAULT_VISIBILITY, LIKE_BASE, type Post } from '@safarnama/contracts';
import type { MediaService } from '../media/media.service.js';
import { guessLandscape } from './landscape.js';
import { type CardDoc, type FullPostDoc, versionOf } from './post.model.js';

/** What a response contains besides the story's own fields. */
export interface PostContext {
  author: Author;
  likedByMe: boolean;
  bookmarkedByMe: boolean;
  media: Pick<MediaService, 'urlOf'>;
}

function presentCommonFields(post: CardDoc, { author, likedByMe, bookmarkedByMe, media }: PostContext) {
  return {
    _id: post._id.toHexString(),
    blogTitle: post.blogTitle,
    blogImage: media.urlOf(post.blogImage?.key ?? ''),
    blogImageAlt: post.blogImageAlt,
    blogImageMeta: post.blogImage?.meta ?? null,
    blogLocation: post.blogLocation,
    // Missing in older stories.
    landscape: post.landscape === undefined ? guessLandscape(post) : post.landscape,
    slug: post.slug,
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    publishedAt: (post.publishedAt ?? post.createdAt).toISOString(),
    visibility: post.visibility ?? DEFAULT_VISIBILITY,
    authorId: author,
    likeCount: LIKE_BASE + post.likes,
    likedByMe,
    bookmarkedByMe,
    commentCount: post.comments,
    readMinutes: post.readMinutes,
    version: versionOf(post),
  };
}

/** Presents a whole story. */
export function presentPost(post: FullPostDoc, context: PostContext): Post {
  return {
    ...presentCommonFields(post, context),
    blogContent: post.blogContent,
    blogHtml: post.blogHtml,
    pictures: [],
  };
}

/** Presents a story for a list: with an excerpt instead of the text. */
export function presentCard(post: CardDoc, context: PostContext): Card {
  return { ...presentCommonFields(post, context), excerpt: post.excerpt };
}
