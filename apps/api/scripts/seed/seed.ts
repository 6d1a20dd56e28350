import { Types } from 'mongoose';
import sharp from 'sharp';
import { emailKey } from '../../src/lib/email-key.js';
import { ConversationModel } from '../../src/message/conversation.model.js';
import { MessageModel } from '../../src/message/message.model.js';
import { CommentModel } from '../../src/post/comment.model.js';
import { PostModel } from '../../src/post/post.model.js';
import { BookmarkModel, LikeModel } from '../../src/post/reaction.model.js';
import type { Services } from '../../src/services.js';
import { UserModel } from '../../src/user/user.model.js';
import { drawAvatar } from './avatars.js';
import { BOOKMARKS, COMMENTS } from './comments.js';
import { CONVERSATIONS, type SeedConversation } from './conversations.js';
import { createRandom } from './scenes/random.js';
import { drawScene } from './scenes.js';
import type { SeedStory } from './stories/story.js';
import { STORIES } from './stories.js';
import { DEMO_PASSWORD, DEMO_USERS, USER_KEYS, type UserKey } from './users.js';

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
  log(line: string): void;
}

type Ids<K extends string> = ReadonlyMap<K, string>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Pixels of a story's picture: enough for the widest column, and drawn in half the time of the full sheet. */
const PICTURE_WIDTH = 1280;
/** Quick to write; the service encodes it anew. */
const PNG = { compressionLevel: 1 } as const;

async function rasterize(svg: string): Promise<string> {
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

async function seedUsers(services: Services, { now, userAgent }: SeedOptions, added: Added) {
  const ids = new Map<UserKey, string>();
  for (const key of USER_KEYS) {
    const { fullName, email, portrait, joinedDaysAgo } = DEMO_USERS[key];
    const existing = await UserModel.findOne({ emailKey: emailKey(email) })
      .select('_id')
      .lean();
    if (existing) {
      ids.set(key, existing._id.toHexString());
      continue;
    }
    const { user, token } = await services.auth.signup(
      { fullName, email, password: DEMO_PASSWORD },
      { userAgent, replacedToken: null },
    );
    const session = await services.sessions.identify(token);
    if (!session) throw new Error(`The session of ${email} ended at once`);
    const profilePic = await rasterize(drawAvatar(portrait));
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
    blogImage: await rasterize(
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
async function seedStories(services: Services, users: Ids<UserKey>, options: SeedOptions, added: Added) {
  const ids = new Map<string, string>();
  const remaining = [...STORIES];
  const loggedCount = { stories: 0 };
  const work = async () => {
    for (let story = remaining.shift(); story; story = remaining.shift()) {
      const authorId = idOf(users, story.author);
      const existing = await findStory(authorId, story.key);
      const storyId = existing ?? (await seedStory(services, authorId, story, options));
      if (storyId !== null) ids.set(story.key, storyId);
      if (existing === null && storyId !== null) added.stories += 1;
      if (added.stories - loggedCount.stories >= 10) {
        loggedCount.stories = added.stories;
        options.log(`${added.stories} stories…`);
      }
    }
  };
  await Promise.all([work(), work()]);
  return ids;
}

/** Each story gets likes of some of the others; the same ones on every run. */
async function seedReactions(services: Services, users: Ids<UserKey>, stories: Ids<string>, added: Added) {
  for (const { key, author } of STORIES) {
    const postId = idOf(stories, key);
    const random = createRandom(`likes ${key}`);
    const probability = random.range(0.2, 0.9);
    for (const user of USER_KEYS) {
      if (user === author || !random.chance(probability)) continue;
      const userId = idOf(users, user);
      if (await LikeModel.exists({ userId, postId })) continue;
      await services.reactions.like(userId, postId);
      added.likes += 1;
    }
  }
  for (const user of USER_KEYS) {
    for (const key of BOOKMARKS[user] ?? []) {
      const bookmark = { userId: idOf(users, user), postId: idOf(stories, key) };
      if (await BookmarkModel.exists(bookmark)) continue;
      await services.reactions.bookmark(bookmark.userId, bookmark.postId);
      added.bookmarks += 1;
    }
  }
}

async function seedComments(
  services: Services,
  users: Ids<UserKey>,
  stories: Ids<string>,
  options: SeedOptions,
  added: Added,
) {
  for (const [key, comments] of Object.entries(COMMENTS)) {
    const postId = idOf(stories, key);
    const daysAgo = STORIES.find((story) => story.key === key)?.daysAgo ?? 0;
    for (const [index, [person, text]] of comments.entries()) {
      const authorId = idOf(users, person);
      if (await CommentModel.exists({ postId, authorId, text })) continue;
      const { comment } = await services.comments.add(authorId, postId, { text });
      const elapsedShare = (index + 1) / (comments.length + 2);
      await backdate(CommentModel, comment._id, {
        createdAt: new Date(options.now.getTime() - daysAgo * DAY_MS * (1 - elapsedShare)),
      });
      added.comments += 1;
    }
  }
}

async function seedConversation(
  services: Services,
  users: Ids<UserKey>,
  { key, participants: [first, second], lines, endedHoursAgo }: SeedConversation,
  { now }: SeedOptions,
): Promise<number> {
  const random = createRandom(key);
  const gaps = lines.map(() => random.int(1, 14) * 60_000);
  const elapsedBefore = (index: number) => gaps.slice(index + 1).reduce((sum, gap) => sum + gap, 0);
  let count = 0;
  let last: { _id: string; createdAt: Date } | null = null;
  const lastWrittenBy = new Map<UserKey, string>();
  for (const [index, [from, text]] of lines.entries()) {
    const to = from === first ? second : first;
    const { message, isNew } = await services.messages.send(
      idOf(users, from),
      idOf(users, to),
      { text, image: '', clientMessageId: `seed-${key}-${index + 1}` },
      { sessionId: 'seed', socketId: null, receivedAt: performance.now() },
    );
    if (!isNew) continue;
    const createdAt = new Date(now.getTime() - endedHoursAgo * HOUR_MS - elapsedBefore(index));
    await backdate(MessageModel, message._id, { createdAt });
    last = { _id: message._id, createdAt };
    lastWrittenBy.set(from, message._id);
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
  for (const [reader, upTo] of lastWrittenBy) {
    const writer = reader === first ? second : first;
    const userId = idOf(users, reader);
    await services.receipts.advance('read', { userId, appearsOffline: false }, idOf(users, writer), upTo);
  }
  return count;
}

/** Adds what is missing of people, stories, likes, bookmarks, comments and messages. */
export async function seed(services: Services, options: SeedOptions): Promise<Added> {
  const added: Added = { people: 0, stories: 0, likes: 0, bookmarks: 0, comments: 0, messages: 0 };
  const users = await seedUsers(services, options, added);
  const stories = await seedStories(services, users, options, added);
  await seedReactions(services, users, stories, added);
  await seedComments(services, users, stories, options, added);
  for (const conversation of CONVERSATIONS) {
    added.messages += await seedConversation(services, users, conversation, options);
  }
  return added;
}
