import {
  type Author,
  type Card,
  DEFAULT_VISIBILITY,
  LIKE_BASE,
  type Post,
  type StoryPicture,
} from '@safarnama/contracts';
import type { TextPicture } from '../media/image.schema.js';
import type { MediaService } from '../media/media.service.js';
import { presentStoryPlace } from '../place/story-place.js';
import { cutBytes } from '../text/excerpt.js';
import { guessLandscape } from './landscape.js';
import { type CardDoc, type FullPostDoc, getVersion } from './post.model.js';

/** Maximum size of a card as JSON, in UTF-8 bytes: a list has up to 100. */
const MAX_CARD_BYTES = 4_000;
/** The rest of a card: names of the fields, ids, dates, numbers, URLs, and the place with the longest name. */
const MAX_OTHER_CARD_BYTES = 900;

/** What a response contains besides the story's own fields. */
export interface PostContext {
  author: Author;
  likedByMe: boolean;
  bookmarkedByMe: boolean;
  media: Pick<MediaService, 'urlOf' | 'withUrls'>;
}

/** The picture of a card: the first of the text when the author has chosen none. */
export function presentCardPicture(
  { blogImage, blogImageAlt, firstPicture }: Pick<CardDoc, 'blogImage' | 'blogImageAlt' | 'firstPicture'>,
  { urlOf }: Pick<MediaService, 'urlOf'>,
) {
  const picture = blogImage ?? firstPicture;
  return {
    blogImage: urlOf(picture?.key ?? ''),
    blogImageAlt: blogImage || !firstPicture ? blogImageAlt : firstPicture.alt,
    blogImageMeta: picture?.meta ?? null,
  };
}

/** @param pictures - of the stored text; missing in records of older versions. */
export function presentPictures(
  pictures: readonly TextPicture[] | null | undefined,
  { urlOf }: Pick<MediaService, 'urlOf'>,
): StoryPicture[] {
  return (pictures ?? []).map(({ key, meta, alt, caption }) => ({
    key,
    url: urlOf(key),
    alt,
    caption,
    ...meta,
  }));
}

function presentCommonFields(post: CardDoc, { author, likedByMe, bookmarkedByMe, media }: PostContext) {
  return {
    _id: post._id.toHexString(),
    blogTitle: post.blogTitle,
    ...presentCardPicture(post, media),
    blogLocation: post.blogLocation,
    place: presentStoryPlace(post.placeId),
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
    version: getVersion(post),
  };
}

/** Presents a whole story. */
export function presentPost(post: FullPostDoc, context: PostContext): Post {
  return {
    ...presentCommonFields(post, context),
    blogContent: post.blogContent,
    blogHtml: context.media.withUrls(post.blogHtml),
    pictures: presentPictures(post.pictures, context.media),
    visitedOn: post.visitedOn ?? null,
  };
}

/**
 * Presents a story for a list: with an excerpt instead of the text. The excerpt is shorter if the other texts are so
 * long that the card would become too large.
 *
 * @param excerpt - the beginning of the text by default.
 */
export function presentCard(post: CardDoc, context: PostContext, excerpt = post.excerpt): Card {
  const card = presentCommonFields(post, context);
  const texts = [card.blogTitle, card.slug, card.blogImageAlt, card.blogLocation, card.authorId.fullName];
  const otherBytes = MAX_OTHER_CARD_BYTES + Buffer.byteLength(texts.join(''));
  return { ...card, excerpt: cutBytes(excerpt, MAX_CARD_BYTES - otherBytes) };
}
