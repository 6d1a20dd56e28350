import { HiddenPostModel } from './deleted-post.model.js';
import { PostModel } from './post.model.js';

/**
 * Finds a story that may be published, deleted or unpublished.
 *
 * @param find - looks for the story in the collection of a model.
 * @returns null when it is in neither.
 */
export async function findAnywhere<T>(
  find: (model: typeof PostModel) => PromiseLike<T | null>,
): Promise<T | null> {
  // The last read finds a story that returned between the first two.
  return (await find(PostModel)) ?? (await find(HiddenPostModel)) ?? find(PostModel);
}
