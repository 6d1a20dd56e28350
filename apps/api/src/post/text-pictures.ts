import { DraftModel } from '../draft/draft.model.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { PostModel } from './post.model.js';
import { RevisionModel } from './revision.model.js';

/** Whether a published story of an author has this picture in its current text. */
export async function isInPublishedText(authorId: string, key: string): Promise<boolean> {
  return (await PostModel.exists({ 'pictures.key': key, authorId })) !== null;
}

const TEXT_MODELS = [DraftModel, PostModel, DeletedPostModel, RevisionModel];

/** Whether the text of any draft, revision or story, also a deleted or unpublished one, has this picture. */
export async function isInAnyText(key: string): Promise<boolean> {
  // The second pass finds a text that has moved to a collection that was searched already, for instance because a
  // deleted story was restored. The text is stored in the new collection before it is removed from the old one.
  for (const model of [...TEXT_MODELS, ...TEXT_MODELS]) {
    // The cast is safe: the query uses only `pictures`, which all models have.
    if (await (model as typeof PostModel).exists({ 'pictures.key': key })) return true;
  }
  return false;
}
