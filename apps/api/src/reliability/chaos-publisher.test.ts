import { describe, expect, it } from 'vitest';
import { createPublisherActivity } from '../../chaos/activities/publisher.js';
import type { CallApi } from '../../chaos/api-client.js';
import { createRandom } from '../../scripts/random.js';
import { useApp } from '../../test/app.js';
import { createPost, PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';

useDatabase();
const app = useApp();

describe('createPublisherActivity: check', () => {
  it('with a lost story and one that was stored twice: counts both, and checks the pictures of the others', async () => {
    const author = await signIn(app);
    const [stored, lost] = [
      await createPost(author, { blogImage: PNG_DATA_URL }),
      await createPost(author, { blogImage: PNG_DATA_URL }),
    ];
    await createPost(author, { blogTitle: stored.blogTitle });
    await author.agent.delete(`/api/post/delete-post/${lost._id}`).expect(200);
    const callApi: CallApi = async (_method, path) => {
      const { status, body } = await author.agent.get(path);
      return { status, body };
    };
    const violations: string[] = [];
    const tally = { acknowledged: 2, lost: 0, duplicated: 0 };
    const activity = createPublisherActivity(
      {
        callApi,
        random: createRandom('x'),
        reportViolation: (violation) => violations.push(violation),
        tally,
      },
      { id: author.user._id, cookie: '' },
    );
    activity.stories.push(stored, lost);

    await activity.check();

    expect(tally).toMatchObject({ lost: 1, duplicated: 1 });
    expect(violations).toEqual([]);
  });
});
