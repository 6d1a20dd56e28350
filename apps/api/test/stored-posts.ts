import type { PostInput } from '@safarnama/contracts';
import { createSlug } from '@safarnama/contracts/slug';
import { Types } from 'mongoose';
import { getPlaceFields } from '../src/place/story-place.js';
import { type PostDoc, PostModel } from '../src/post/post.model.js';
import { parseStoryMarkup } from '../src/post/story-markup.js';
import { deriveStoryText } from '../src/post/story-text.js';
import { nextIndexedAt } from '../src/search/index-clock.js';
import { appendRandomSuffix } from '../src/text/slug-suffix.js';
import { buildPostInput } from './factories.js';

interface StoredPostOptions {
  authorId: string;
  input?: Partial<PostInput>;
  createdAt?: Date;
}

/** Derives the stored fields of a plain text. */
export function derivePlainText(input: Parameters<typeof deriveStoryText>[0]) {
  return deriveStoryText(input, null, async (html) => parseStoryMarkup(html, new Map(), () => null));
}

/** Stores one story without the API, for tests that need a given creation time. */
export async function storePost({ authorId, input = {}, createdAt }: StoredPostOptions): Promise<PostDoc> {
  const [post] = await storePosts(1, () => ({ authorId, input, ...(createdAt ? { createdAt } : {}) }));
  if (!post) throw new Error('The story was not stored');
  return post;
}

/** One insert of all would exceed the time limit of the Python engine on a busy machine. */
const BATCH_SIZE = 100;

/**
 * Stores many stories without the API.
 *
 * @returns the stories, newest first as in every list.
 */
export async function storePosts(
  count: number,
  buildOptions: (index: number) => StoredPostOptions,
): Promise<PostDoc[]> {
  const buildDoc = async (index: number) => {
    const { authorId, input, createdAt = new Date() } = buildOptions(index);
    const { blogTitle, blogContent, blogLocation, placeId } = buildPostInput(input);
    const _id = new Types.ObjectId();
    return {
      _id,
      ...(await derivePlainText({ blogTitle, blogContent, blogLocation })),
      blogTitle,
      blogLocation,
      ...getPlaceFields(placeId),
      slug: appendRandomSuffix(createSlug(blogTitle)),
      authorId: new Types.ObjectId(authorId),
      clientKey: `${authorId}:${_id.toHexString()}`,
      createdAt,
      updatedAt: createdAt,
      indexedAt: nextIndexedAt(),
    };
  };
  const docs = await Promise.all(Array.from({ length: count }, (_, index) => buildDoc(index)));
  const stored: PostDoc[] = [];
  for (let start = 0; start < docs.length; start += BATCH_SIZE) {
    const batch = await PostModel.insertMany(docs.slice(start, start + BATCH_SIZE), { timestamps: false });
    stored.push(...batch.map((post) => post.toObject<PostDoc>()));
  }
  return stored.sort((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a._id < b._id ? 1 : -1));
}
