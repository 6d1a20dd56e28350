import { expect, it } from 'vitest';
import { buildPost } from '../testing/factories.ts';
import { takeFirstStory } from './first-story.ts';

it('a story that was requested before the app runs: delays only its own page', async () => {
  const post = buildPost();
  let respond: (post: ReturnType<typeof buildPost>) => void = () => undefined;
  window.firstStory = new Promise((resolve) => {
    respond = resolve;
  });

  const own = takeFirstStory(post.slug);
  const other = await takeFirstStory('another-story');
  respond(post);

  expect(other).toBeNull();
  expect(await own).toBe(post);
});
