import { setTimeout as delay } from 'node:timers/promises';
import type { Post } from '@safarnama/contracts';
import sharp from 'sharp';
import type { Random } from '../../scripts/random.js';
import { toDataUrl } from '../../test/pictures.js';
import { readAllPages } from '../api-client.js';
import type { Activity, TestUser, WorkloadContext } from './activity.js';

/** Long enough for a run of ten minutes to stay below the limit of 300 stories and pictures an hour. */
const PUBLISH_PAUSE_MS = 4_500;

/** Creates a random picture, as a data URL. */
async function createPicture(random: Random): Promise<string> {
  const pixels = Buffer.from(Array.from({ length: 40 * 30 * 3 }, () => random.int(0, 255)));
  const png = await sharp(pixels, { raw: { width: 40, height: 30, channels: 3 } })
    .png()
    .toBuffer();
  return toDataUrl(png);
}

export interface PublishedStory {
  _id: string;
  slug: string;
  blogImage: string;
}

/** Creates the activity of a user who publishes stories with pictures. The readers find them in `stories`. */
export function createPublisherActivity(
  { callApi, random, reportViolation, tally }: WorkloadContext,
  author: TestUser,
): Activity & { stories: PublishedStory[] } {
  const stories: PublishedStory[] = [];
  return {
    stories,
    async run(isStopped) {
      while (!isStopped()) {
        const body = {
          blogTitle: `Ghats at dawn ${stories.length}`,
          blogContent: 'The first boats left before the sun.',
          blogImage: await createPicture(random),
          blogLocation: 'Varanasi',
          clientPostId: crypto.randomUUID(),
        };
        const response = await callApi('POST', '/api/post/create-post', {
          cookie: author.cookie,
          body,
        });
        const { post } = response.body as { post: Post };
        stories.push({ _id: post._id, slug: post.slug, blogImage: post.blogImage });
        tally.acknowledged += 1;
        await delay(PUBLISH_PAUSE_MS);
      }
    },

    async check() {
      const options = { cookie: author.cookie };
      const pages = await readAllPages<{ posts: Post[]; nextCursor: string | null }>(
        callApi,
        '/api/post/my-posts?limit=100',
        options,
      );
      const found = pages.flatMap(({ posts }) => posts);
      const foundIds = new Set(found.map(({ _id }) => _id));
      const stored = stories.filter(({ _id }) => foundIds.has(_id));
      tally.lost += stories.length - stored.length;
      tally.duplicated += found.length - stored.length;
      for (const { slug, blogImage } of stored) {
        const { body } = await callApi('GET', `/api/post/getpost/${slug}`, options);
        if ((body as { post: Post }).post.blogImage !== blogImage)
          reportViolation(`${slug} has a different picture`);
        const picture = await callApi('GET', blogImage, { ...options, acceptedStatuses: [404] });
        if (picture.status !== 200) reportViolation(`the picture of ${slug} is missing`);
      }
    },
  };
}
