import { Types } from 'mongoose';
import { emailKey } from '../../src/lib/email-key.js';
import { ConversationModel } from '../../src/message/conversation.model.js';
import { MessageModel } from '../../src/message/message.model.js';
import { CommentModel } from '../../src/post/comment.model.js';
import { PostModel } from '../../src/post/post.model.js';
import { BookmarkModel, LikeModel } from '../../src/post/reaction.model.js';
import type { Services } from '../../src/services.js';
import { UserModel } from '../../src/user/user.model.js';
import { createRandom } from '../random.js';
import { BOOKMARKS } from './bookmarks.js';
import { COMMENTS } from './comments.js';
import { CONVERSATIONS, type SeedConversation } from './conversations.js';
import { portraitFile, readPicture, storyPictureFile } from './pictures.js';
import type { SeedStory } from './stories/story.js';
import { STORIES } from './stories.js';
import { DEMO_PASSWORD, DEMO_USERS, USER_KEYS, type UserKey } from './users.js';

/** How many of each kind were added. */
export interface Added {
  users: number;
  stories: number;
  likes: number;
  bookmarks: number;
  comments: number;
  messages: number;
}

interface SeedOptions {
  /** Pixels to scale the pictures down to; only tests set it. */
  pictureWidth?: number;
  /** The time that `daysAgo` and similar fields count back from. */
  now: Date;
  userAgent: string;
  /** Prints a line about the progress. */
  log(line: string): void;
}

type Ids<K extends string> = ReadonlyMap<K, string>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The media service encodes two pictures at a time. */
const STORY_WORKERS = 2;
const STORIES_PER_LOG_LINE = 10;

function idOf<K extends string>(ids: Ids<K>, key: K): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The seed data refers to "${key}", which it does not define`);
  return id;
}

/** Moves dates that the services have set to now into the past, so that the site looks used. */
async function backdate(
  model: typeof UserModel | typeof PostModel | typeof CommentModel | typeof MessageModel,
  id: string,
  dates: Record<string, Date>,
): Promise<void> {
  // Bypasses mongoose, for which `createdAt` is immutable.
  await model.collection.updateOne({ _id: new Types.ObjectId(id) }, { $set: dates });
}

async function seedUsers(services: Services, { now, userAgent }: SeedOptions, added: Added) {
  const ids = new Map<UserKey, string>();
  for (const key of USER_KEYS) {
    const { fullName, email, joinedDaysAgo } = DEMO_USERS[key];
    const existing = await UserModel.findOne({ emailKey: emailKey(email) })
      .select('_id')
      .lean();
    if (existing) {
      ids.set(key, existing._id.toHexString());
      continue;
    }
    const { user, token } = await services.auth.signup(
      { fullName, email, password: DEMO_PASSWORD },
      { userAgent, replacedToken: null, language: 'en' },
    );
    const session = await services.sessions.identify(token);
    if (!session) throw new Error(`The session of ${email} ended unexpectedly`);
    const profilePic = await readPicture(portraitFile(key));
    await services.auth.updateProfile(session.identity, { fullName, profilePic });
    // The seed's session must not appear in the user's list of sessions.
    await services.sessions.endByToken(token);
    await backdate(UserModel, user._id, { createdAt: new Date(now.getTime() - joinedDaysAgo * DAY_MS) });
    ids.set(key, user._id);
    added.users += 1;
  }
  return ids;
}

const clientIdOf = (key: string) => `seed-${key}`;

/** @returns the id of the story, and whether it is new. */
async function seedStory(
  services: Services,
  authorId: string,
  story: SeedStory,
  { now, pictureWidth }: SeedOptions,
): Promise<{ id: string; isNew: boolean }> {
  const { text, blogTitle, blogLocation, blogImageAlt, key, daysAgo } = story;
  const existing = await PostModel.findOne({ clientKey: `${authorId}:${clientIdOf(key)}` })
    .select('_id')
    .lean();
  if (existing) return { id: existing._id.toHexString(), isNew: false };
  const { post } = await services.posts.create(authorId, {
    blogTitle,
    blogLocation,
    blogImageAlt,
    blogContent: typeof text === 'string' ? text : '',
    ...(typeof text === 'string' ? {} : { blogHtml: text.html }),
    blogImage: await readPicture(storyPictureFile(key), pictureWidth),
    clientPostId: clientIdOf(key),
  });
  // Up to ten hours earlier, so that the stories do not all have the same time of day.
  const minutes = createRandom(key).int(1, 600);
  const createdAt = new Date(now.getTime() - daysAgo * DAY_MS - minutes * 60_000);
  await backdate(PostModel, post._id, { createdAt, updatedAt: createdAt });
  return { id: post._id, isNew: true };
}

async function seedStories(services: Services, users: Ids<UserKey>, options: SeedOptions, added: Added) {
  const ids = new Map<string, string>();
  const remaining = [...STORIES];
  const work = async () => {
    for (let story = remaining.shift(); story; story = remaining.shift()) {
      const { id, isNew } = await seedStory(services, idOf(users, story.author), story, options);
      ids.set(story.key, id);
      if (!isNew) continue;
      added.stories += 1;
      if (added.stories % STORIES_PER_LOG_LINE === 0) options.log(`${added.stories} stories…`);
    }
  };
  await Promise.all(Array.from({ length: STORY_WORKERS }, work));
  return ids;
}

/** Adds bookmarks, and for each story the likes of some other users, chosen at random but repeatably. */
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
  { now, added }: { now: Date; added: Added },
) {
  for (const [key, comments] of Object.entries(COMMENTS)) {
    const postId = idOf(stories, key);
    const daysAgo = STORIES.find((story) => story.key === key)?.daysAgo ?? 0;
    for (const [index, [author, text]] of comments.entries()) {
      const authorId = idOf(users, author);
      if (await CommentModel.exists({ postId, authorId, text })) continue;
      const { comment } = await services.comments.add(authorId, postId, { text });
      const elapsedShare = (index + 1) / (comments.length + 2);
      await backdate(CommentModel, comment._id, {
        createdAt: new Date(now.getTime() - daysAgo * DAY_MS * (1 - elapsedShare)),
      });
      added.comments += 1;
    }
  }
}

/** @returns the number of added messages. */
async function seedConversation(
  services: Services,
  users: Ids<UserKey>,
  { key, participants: [first, second], lines, endedHoursAgo }: SeedConversation,
  now: Date,
): Promise<number> {
  const random = createRandom(key);
  const gaps = lines.map(() => random.int(1, 14) * 60_000);
  const msBeforeEnd = (index: number) => gaps.slice(index + 1).reduce((sum, gap) => sum + gap, 0);
  let count = 0;
  let last: { _id: string; createdAt: Date } | null = null;
  const lastSentBy = new Map<UserKey, string>();
  for (const [index, [sender, text]] of lines.entries()) {
    const recipient = sender === first ? second : first;
    const { message, isNew } = await services.messages.send(
      idOf(users, sender),
      idOf(users, recipient),
      { text, image: '', clientMessageId: `seed-${key}-${index + 1}` },
      { sessionId: 'seed', socketId: null, receivedAt: performance.now() },
    );
    if (!isNew) continue;
    const createdAt = new Date(now.getTime() - endedHoursAgo * HOUR_MS - msBeforeEnd(index));
    await backdate(MessageModel, message._id, { createdAt });
    last = { _id: message._id, createdAt };
    lastSentBy.set(sender, message._id);
    count += 1;
  }
  if (last) {
    // Matches only if no later message was sent.
    await ConversationModel.updateOne(
      { lastMessageId: last._id },
      { $set: { lastMessageAt: last.createdAt } },
    );
  }
  // A user who has replied has read the messages before the reply.
  for (const [reader, upTo] of lastSentBy) {
    const contact = reader === first ? second : first;
    const viewer = { userId: idOf(users, reader), appearsOffline: false };
    await services.receipts.advance('read', viewer, idOf(users, contact), upTo);
  }
  return count;
}

/** Adds the missing users, stories, likes, bookmarks, comments and messages. */
export async function seed(services: Services, options: SeedOptions): Promise<Added> {
  const { now } = options;
  const added: Added = { users: 0, stories: 0, likes: 0, bookmarks: 0, comments: 0, messages: 0 };
  const users = await seedUsers(services, options, added);
  const stories = await seedStories(services, users, options, added);
  await seedReactions(services, users, stories, added);
  await seedComments(services, users, stories, { now, added });
  for (const conversation of CONVERSATIONS) {
    added.messages += await seedConversation(services, users, conversation, now);
  }
  return added;
}
