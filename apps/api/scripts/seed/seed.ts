import { Types } from 'mongoose';
import sharp from 'sharp';
import { emailKey } from '../../src/auth/email-key.js';
import { ConversationModel } from '../../src/message/conversation.model.js';
import { MessageModel } from '../../src/message/message.model.js';
import { CommentModel } from '../../src/post/comment.model.js';
import { BookmarkModel, LikeModel } from '../../src/post/mark.model.js';
import { PostModel } from '../../src/post/post.model.js';
import type { Services } from '../../src/services.js';
import { UserModel } from '../../src/user/user.model.js';
import { drawAvatar } from './avatars.js';
import { CONVERSATIONS, type SeedConversation } from './conversations.js';
import { DEMO_PASSWORD, PEOPLE, PERSON_KEYS, type PersonKey } from './people.js';
import { BOOKMARKS, COMMENTS } from './responses.js';
import { createRandom } from './scenes/random.js';
import { drawScene } from './scenes.js';
import type { SeedStory } from './stories/story.js';
import { STORIES } from './stories.js';

/** How many of each were new. */
export interface Added {
  people: number;
  stories: number;
  likes: number;
  bookmarks: number;
  comments: number;
  messages: number;
}

interface SeedOptions {
  /** Pixels; tests take less. */
  pictureWidth?: number;
  /** What "days ago" counts from. */
  now: Date;
  userAgent: string;
  /** Says how far it is, in a line. */
  say(line: string): void;
}

type Ids<K extends string> = ReadonlyMap<K, string>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Pixels of a story's picture: enough for the widest column, and drawn in half the time of the full sheet. */
const PICTURE_WIDTH = 1280;
/** Quick to write; the service encodes it anew. */
const PNG = { compressionLevel: 1 } as const;

async function rasterise(svg: string): Promise<string> {
  const png = await sharp(Buffer.from(svg)).png(PNG).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

function idOf<K extends string>(ids: Ids<K>, key: K): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The seed names "${key}", which it does not make`);
  return id;
}

/** Fields that the services set to now; they are put back so that the site looks lived in. */
async function backdate(
  model: typeof UserModel | typeof PostModel | typeof CommentModel | typeof MessageModel,
  id: string,
  dates: Record<string, Date>,
): Promise<void> {
  // Past mongoose, which keeps `createdAt` from being changed.
  await model.collection.updateOne({ _id: new Types.ObjectId(id) }, { $set: dates });
}

async function seedPeople(services: Services, { now, userAgent }: SeedOptions, added: Added) {
  const ids = new Map<PersonKey, string>();
  for (const key of PERSON_KEYS) {
    const { fullName, email, portrait, joinedDaysAgo } = PEOPLE[key];
    const known = await UserModel.findOne({ emailKey: emailKey(email) })
      .select('_id')
      .lean();
    if (known) {
      ids.set(key, known._id.toHexString());
      continue;
    }
    const { user, token } = await services.auth.signup(
      { fullName, email, password: DEMO_PASSWORD },
      { userAgent, replacedToken: null },
    );
    const session = await services.sessions.identify(token);
    if (!session) throw new Error(`The session of ${email} ended at once`);
    const profilePic = await rasterise(drawAvatar(portrait));
    await services.auth.updateProfile(session.identity, { fullName, profilePic });
    // Nobody signed in: no session of ours is to be listed under theirs.
    await services.sessions.endByToken(token);
    await backdate(UserModel, user._id, { createdAt: new Date(now.getTime() - joinedDaysAgo * DAY_MS) });
    ids.set(key, user._id);
    added.people += 1;
  }
  return ids;
}

async function seedStory(
  services: Services,
  authorId: string,
  story: SeedStory,
  { now, pictureWidth = PICTURE_WIDTH }: SeedOptions,
): Promise<string | null> {
  const { text, picture, blogTitle, blogLocation, blogImageAlt, key, daysAgo } = story;
  const random = createRandom(key);
  const { post, isNew } = await services.posts.create(authorId, {
    blogTitle,
    blogLocation,
    blogImageAlt,
    blogContent: typeof text === 'string' ? text : '',
    ...(typeof text === 'string' ? {} : { blogHtml: text.html }),
    blogImage: await rasterise(
      drawScene(picture.scene, {
        ...picture,
        width: pictureWidth,
        height: Math.round((pictureWidth * 9) / 16),
        seed: key,
      }),
    ),
    clientPostId: clientIdOf(key),
  });
  if (!isNew) return null;
  // Some time of the day before, so that no two stories are of the same second.
  const createdAt = new Date(now.getTime() - daysAgo * DAY_MS - random.int(1, 600) * 60_000);
  await backdate(PostModel, post._id, { createdAt, updatedAt: createdAt });
  return post._id;
}

const clientIdOf = (key: string) => `seed-${key}`;

async function findStory(authorId: string, key: string): Promise<string | null> {
  const post = await PostModel.findOne({ clientKey: `${authorId}:${clientIdOf(key)}` })
    .select('_id')
    .lean();
  return post?._id.toHexString() ?? null;
}

/** Two at a time: the service encodes as many pictures at once. */
async function seedStories(services: Services, people: Ids<PersonKey>, options: SeedOptions, added: Added) {
  const ids = new Map<string, string>();
  const waiting = [...STORIES];
  const toldAt = { stories: 0 };
  const work = async () => {
    for (let story = waiting.shift(); story; story = waiting.shift()) {
      const authorId = idOf(people, story.author);
      const known = await findStory(authorId, story.key);
      const fresh = known ?? (await seedStory(services, authorId, story, options));
      if (fresh !== null) ids.set(story.key, fresh);
      if (known === null && fresh !== null) added.stories += 1;
      if (added.stories - toldAt.stories >= 10) {
        toldAt.stories = added.stories;
        options.say(`${added.stories} stories…`);
      }
    }
  };
  await Promise.all([work(), work()]);
  return ids;
}

/** Each story gets likes of some of the others; the same ones on every run. */
async function seedMarks(services: Services, people: Ids<PersonKey>, stories: Ids<string>, added: Added) {
  for (const { key, author } of STORIES) {
    const postId = idOf(stories, key);
    const random = createRandom(`likes ${key}`);
    const share = random.range(0.2, 0.9);
    for (const person of PERSON_KEYS) {
      if (person === author || !random.chance(share)) continue;
      const userId = idOf(people, person);
      if (await LikeModel.exists({ userId, postId })) continue;
      await services.marks.like(userId, postId);
      added.likes += 1;
    }
  }
  for (const person of PERSON_KEYS) {
    for (const key of BOOKMARKS[person] ?? []) {
      const mark = { userId: idOf(people, person), postId: idOf(stories, key) };
      if (await BookmarkModel.exists(mark)) continue;
      await services.marks.bookmark(mark.userId, mark.postId);
      added.bookmarks += 1;
    }
  }
}

async function seedComments(
  services: Services,
  people: Ids<PersonKey>,
  stories: Ids<string>,
  options: SeedOptions,
  added: Added,
) {
  for (const [key, comments] of Object.entries(COMMENTS)) {
    const postId = idOf(stories, key);
    const daysAgo = STORIES.find((story) => story.key === key)?.daysAgo ?? 0;
    for (const [index, [person, text]] of comments.entries()) {
      const authorId = idOf(people, person);
      if (await CommentModel.exists({ postId, authorId, text })) continue;
      const { comment } = await services.comments.add(authorId, postId, { text });
      const share = (index + 1) / (comments.length + 2);
      await backdate(CommentModel, comment._id, {
        createdAt: new Date(options.now.getTime() - daysAgo * DAY_MS * (1 - share)),
      });
      added.comments += 1;
    }
  }
}

async function seedConversation(
  services: Services,
  people: Ids<PersonKey>,
  { key, people: [one, other], lines, endedHoursAgo }: SeedConversation,
  { now }: SeedOptions,
): Promise<number> {
  const random = createRandom(key);
  const gaps = lines.map(() => random.int(1, 14) * 60_000);
  const writtenBefore = (index: number) => gaps.slice(index + 1).reduce((sum, gap) => sum + gap, 0);
  let count = 0;
  let last: { _id: string; createdAt: Date } | null = null;
  const written = new Map<PersonKey, string>();
  for (const [index, [from, text]] of lines.entries()) {
    const to = from === one ? other : one;
    const { message, isNew } = await services.messages.send(
      idOf(people, from),
      idOf(people, to),
      { text, image: '', clientMessageId: `seed-${key}-${index + 1}` },
      { sessionId: 'seed', socketId: null, receivedAt: performance.now() },
    );
    if (!isNew) continue;
    const createdAt = new Date(now.getTime() - endedHoursAgo * HOUR_MS - writtenBefore(index));
    await backdate(MessageModel, message._id, { createdAt });
    last = { _id: message._id, createdAt };
    written.set(from, message._id);
    count += 1;
  }
  if (last) {
    // Only while nobody has written since.
    await ConversationModel.updateOne(
      { lastMessageId: last._id },
      { $set: { lastMessageAt: last.createdAt } },
    );
  }
  // Who has answered has read what came before.
  for (const [reader, upTo] of written) {
    const writer = reader === one ? other : one;
    const userId = idOf(people, reader);
    await services.reading.move('read', { userId, appearsOffline: false }, idOf(people, writer), upTo);
  }
  return count;
}

/** Adds what is missing of people, stories, likes, bookmarks, comments and messages. */
export async function seed(services: Services, options: SeedOptions): Promise<Added> {
  const added: Added = { people: 0, stories: 0, likes: 0, bookmarks: 0, comments: 0, messages: 0 };
  const people = await seedPeople(services, options, added);
  const stories = await seedStories(services, people, options, added);
  await seedMarks(services, people, stories, added);
  await seedComments(services, people, stories, options, added);
  for (const conversation of CONVERSATIONS) {
    added.messages += await seedConversation(services, people, conversation, options);
  }
  return added;
}
