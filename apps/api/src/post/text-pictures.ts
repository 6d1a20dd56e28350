import { DraftModel } from '../draft/draft.model.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { PostModel } from './post.model.js';
import { RevisionModel } from './revision.model.js';

/** Whether a published story of an author has this picture in its current text. */
export async function isInPublishedText(authorId: string, key: string): Promise<boolean> {
  return (await PostModel.exists({ 'pictures.key': key, authorId })) !== null;
}

/** Whether the text of any story, draft, revision or deleted story that can still be restored has this picture. */
export async function isInAnyText(key: string): Promise<boolean> {
  const filter = { 'pictures.key': key };
  const found =
    (await DraftModel.exists(filter)) ??
    (await PostModel.exists(filter)) ??
    (await DeletedPostModel.exists(filter)) ??
    (await RevisionModel.exists(filter));
  return found !== null;
}
