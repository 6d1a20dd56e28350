import { expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { insertAgain } from './insert-again.js';
import { PostModel } from './post.model.js';

useDatabase();
const app = useApp();

it('insertAgain, while each slug is taken: gives up after 8 attempts', async () => {
  const { user } = await signIn(app);
  const post = await storePost({ authorId: user._id });
  await PostModel.deleteOne({ _id: post._id });
  const isTaken = Object.assign(new Error('duplicate key'), { code: 11_000, keyPattern: { slug: 1 } });
  const insertMany = vi.spyOn(PostModel, 'insertMany').mockRejectedValue(isTaken);

  try {
    await expect(insertAgain(post)).rejects.toBe(isTaken);
    expect(insertMany).toHaveBeenCalledTimes(8);
  } finally {
    insertMany.mockRestore();
  }
});
