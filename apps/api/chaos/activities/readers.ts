import { setTimeout as delay } from 'node:timers/promises';
import { LIKE_BASE, type Post } from '@safarnama/contracts';
import { readAllPages } from '../api-client.js';
import type { Activity, TestUser, WorkloadContext } from './activity.js';
import type { PublishedStory } from './publisher.js';

const LIKE_PAUSE_MS = 400;
const COMMENT_PAUSE_MS = 1_500;

/** Creates the activity of users who like and unlike stories, and comment. */
export function createReaderActivity(
  { callApi, random, reportViolation, tally }: WorkloadContext,
  readers: readonly TestUser[],
  stories: readonly PublishedStory[],
): Activity {
  /** The last acknowledged like or unlike, by user and story. */
  const likes = new Map<string, boolean>();
  /** The story of each acknowledged comment, by its unique text. */
  const comments = new Map<string, string>();
  const pickStory = () => stories[random.int(Math.max(0, stories.length - 5), stories.length - 1)];

  async function like(user: TestUser, isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      const story = pickStory();
      if (story) {
        const shouldLike = random.chance(0.7);
        const method = shouldLike ? 'PUT' : 'DELETE';
        const { body } = await callApi(method, `/api/post/${story._id}/like`, {
          cookie: user.cookie,
        });
        if ((body as { likedByMe: boolean }).likedByMe !== shouldLike)
          reportViolation(`${method} like: likedByMe is not ${shouldLike}`);
        likes.set(`${user.id} ${story._id}`, shouldLike);
        tally.acknowledged += 1;
      }
      await delay(LIKE_PAUSE_MS);
    }
  }

  async function comment(user: TestUser, isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      const story = pickStory();
      if (story) {
        const clientCommentId = crypto.randomUUID();
        const text = `सुंदर! ${clientCommentId}`;
        const options = { cookie: user.cookie, body: { text, clientCommentId } };
        await callApi('POST', `/api/post/${story._id}/comments`, options);
        comments.set(text, story._id);
        tally.acknowledged += 1;
      }
      await delay(COMMENT_PAUSE_MS);
    }
  }

  async function readComments(user: TestUser, storyId: string): Promise<string[]> {
    const pages = await readAllPages<{ comments: { text: string }[]; nextCursor: string | null }>(
      callApi,
      `/api/post/${storyId}/comments?limit=100`,
      { cookie: user.cookie },
    );
    return pages.flatMap(({ comments }) => comments.map(({ text }) => text));
  }

  return {
    run: async (isStopped) => {
      await Promise.all(readers.flatMap((user) => [like(user, isStopped), comment(user, isStopped)]));
    },

    async check() {
      const [first] = readers;
      if (!first) return;
      for (const { _id, slug } of stories) {
        let liked = 0;
        let post: Post | null = null;
        for (const user of readers) {
          const path = `/api/post/getpost/${slug}`;
          const { body } = await callApi('GET', path, { cookie: user.cookie });
          ({ post } = body as { post: Post });
          const shouldBeLiked = likes.get(`${user.id} ${_id}`) ?? false;
          if (post.likedByMe !== shouldBeLiked) {
            reportViolation(`${slug}: likedByMe is ${post.likedByMe}, expected ${shouldBeLiked}`);
            tally.lost += 1;
          }
          if (post.likedByMe) liked += 1;
        }
        if (post?.likeCount !== LIKE_BASE + liked) {
          reportViolation(`${slug}: likeCount is ${post?.likeCount}, expected ${LIKE_BASE + liked}`);
        }
        const texts = await readComments(first, _id);
        tally.duplicated += texts.length - new Set(texts).size;
        const acknowledged = [...comments].filter(([, storyId]) => storyId === _id);
        tally.lost += acknowledged.filter(([text]) => !texts.includes(text)).length;
        if (post?.commentCount !== texts.length) {
          reportViolation(`${slug}: commentCount is ${post?.commentCount}, expected ${texts.length}`);
        }
      }
    },
  };
}
