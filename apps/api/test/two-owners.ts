import { randomUUID } from 'node:crypto';
import type { Comment, Message, Post } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { issueResetToken } from '../src/auth/password-reset.service.js';
import { SessionModel } from '../src/auth/session.model.js';
import { DraftModel } from '../src/draft/draft.model.js';
import { BlockModel } from '../src/message/block.model.js';
import { UserModel } from '../src/user/user.model.js';
import type { TestApp } from './app.js';
import { buildPostInput, createComment, createPost, sendMessage } from './factories.js';
import { buildPicture, toDataUrl } from './pictures.js';
import { type SignedIn, signIn, signInAgain } from './sign-in.js';
import { uploadPicture } from './upload-picture.js';
import { createUpload } from './uploads.js';
import type { OwnerLabeler } from './whole-database.js';

/** A user with data of every kind, public and private. */
export interface Owner extends SignedIn {
  id: string;
  sessionId: string;
  /** Another live session. */
  phoneSessionId: string;
  /** `Cookie` header of an ended session. */
  endedCookie: string;
  profilePic: string;
  /** Has a picture, a former version, a comment by the friend and one by the owner. */
  post: Post;
  /** Can still be restored. */
  deletedPost: Post;
  /** Picture of the former version. */
  revisionPicture: string;
  friendsComment: Comment;
  /** Written by the owner on the friend's story. */
  ownComment: Comment;
  draftKey: string;
  /** Text that occurs only in the draft. */
  draftText: string;
  draftPicture: string;
  /** An upload of which no bytes have arrived. */
  uploadId: string;
  /** Key of an uploaded picture that is in the text of a draft. */
  draftTextPicture: string;
  /** To the friend, with text and picture. */
  sent: Message;
  /** From the friend, unread. */
  received: Message;
  /** From the friend, with a reaction by the owner. */
  reacted: Message;
  /** The newest of the owner's notifications, unread. */
  notificationId: string;
  /** Token of a password reset link. */
  resetToken: string;
  /** A user whom the owner has blocked. */
  blocked: SignedIn;
  /** Data that only the owner may see. */
  secrets: readonly string[];
  /** Data that only the owner and the friend may see. */
  chatSecrets: readonly string[];
}

/** Two users with full data, and a friend with a public story who has a conversation with each of them. */
export interface TwoOwners {
  asha: Owner;
  ravi: Owner;
  friend: SignedIn & { id: string; post: Post };
}

let lastColour = 0;

/** Builds a unique picture: equal bytes are stored once, which would link the data of two users. */
async function buildUniquePicture(): Promise<string> {
  lastColour += 1;
  const colour = `#${(lastColour * 4_099).toString(16).padStart(6, '0')}`;
  return toDataUrl(await buildPicture(24, 18, colour).png().toBuffer());
}

async function expectOk<T extends { status: number; text: string }>(pending: PromiseLike<T>): Promise<T> {
  const response = await pending;
  if (response.status >= 300) throw new Error(`A call responded ${response.status}: ${response.text}`);
  return response;
}

const parseMediaKey = (address: string) => address.replace('/media/', '');

/** Creates a story with a picture, whose former text is stored as a revision. */
async function createChangedPost({ agent }: SignedIn) {
  const formerText = `पहले ${randomUUID()}`;
  const { _id, blogTitle } = await createPost(
    { agent },
    { blogContent: formerText, blogImage: await buildUniquePicture(), visitedOn: '2024-03-12' },
  );
  const { blogContent, blogLocation } = buildPostInput();
  const changed = await expectOk(
    agent.put(`/api/post/update-post/${_id}`).send({ blogTitle, blogContent, blogLocation }),
  );
  const former = await expectOk(agent.get(`/api/post/${_id}/revisions/1`));
  const post: Post = changed.body.post;
  const revisionPicture: string = former.body.revision.blogImage;
  return { post, formerText, revisionPicture };
}

async function createOwner(app: TestApp, friend: TwoOwners['friend'], name: string): Promise<Owner> {
  const me = await signIn(app, { fullName: name, password: `सफ़र-${randomUUID()}` });
  const id = me.user._id;
  const firstSession = await SessionModel.findOne({ userId: id }).lean();
  await signInAgain(app, me, `Phone of ${id}`);
  const phone = await SessionModel.findOne({ userAgent: `Phone of ${id}` }).lean();
  const { cookie: endedCookie } = await signInAgain(app, me);
  await expectOk(app.request().post('/api/auth/logout').set('Cookie', endedCookie));

  const profile = await expectOk(
    me.agent.put('/api/auth/update-profile').send({ fullName: name, profilePic: await buildUniquePicture() }),
  );
  const { post, formerText, revisionPicture } = await createChangedPost(me);
  const deletedPost = await createPost(me, {
    blogTitle: `हटाई ${randomUUID()}`,
    visitedOn: '2024-03-12',
    blogImage: await buildUniquePicture(),
  });
  await expectOk(me.agent.delete(`/api/post/delete-post/${deletedPost._id}`));
  const friendsComment = await createComment(friend, post._id, 'सुंदर!');
  await createComment(me, post._id, 'धन्यवाद');
  const ownComment = await createComment(me, friend.post._id, 'Which road did you take?');
  await expectOk(friend.agent.put(`/api/post/${post._id}/like`));
  await expectOk(me.agent.put(`/api/post/${friend.post._id}/like`));
  await expectOk(me.agent.put(`/api/post/${friend.post._id}/bookmark`));
  await expectOk(me.agent.put(`/api/user/${friend.id}/follow`));

  const draftKey = randomUUID();
  const draftTextPicture = await uploadPicture(app, me);
  const draftText = `अधूरा ${randomUUID()}`;
  const draft = await expectOk(
    me.agent.put(`/api/drafts/${draftKey}`).send({
      blogTitle: draftText,
      blogHtml: `<p>…</p><figure><img src="/media/${draftTextPicture}"></figure>`,
      blogLocation: '',
      blogImage: await buildUniquePicture(),
    }),
  );

  const uploadId = (await createUpload(me, 1_000)).split('/').at(-1) ?? '';

  const uniqueText = () => `निजी ${randomUUID()}`;
  const reacted = await sendMessage(friend, id, { text: uniqueText() });
  await expectOk(me.agent.put(`/api/message/${reacted._id}/reaction`).send({ emoji: '🙏' }));
  const removed = await sendMessage(friend, id, { text: uniqueText() });
  await expectOk(me.agent.delete(`/api/message/${removed._id}`));
  const sent = await sendMessage(me, friend.user._id, {
    text: uniqueText(),
    image: await buildUniquePicture(),
  });
  const received = await sendMessage(friend, id, { text: uniqueText(), replyTo: sent._id });

  const blocked = await signIn(app, { fullName: `Blocked by ${name}` });
  await expectOk(me.agent.put(`/api/message/${blocked.user._id}/block`));
  await expectOk(me.agent.post('/api/newsletter/subscribe').send({ email: `news.${id}@example.com` }));

  const { body: notificationPage } = await expectOk(me.agent.get('/api/notifications'));
  const notificationId: string = notificationPage.notifications[0]._id;
  const resetToken = (await issueResetToken(me.user.email))?.token ?? '';
  const account = await UserModel.findById(id).select('+passwordHash +passwordReset').lean();
  const [block, storedDraft] = [
    await BlockModel.findOne({ blockerId: id }).lean(),
    await DraftModel.findOne({ userId: id }).lean(),
  ];
  const draftPicture: string = draft.body.draft.blogImage;
  const sessionId = String(firstSession?._id);
  const phoneSessionId = String(phone?._id);
  return {
    ...me,
    user: { ...me.user, profilePic: profile.body.profilePic },
    id,
    sessionId,
    phoneSessionId,
    endedCookie,
    profilePic: profile.body.profilePic,
    post,
    deletedPost,
    revisionPicture,
    friendsComment,
    ownComment,
    draftKey,
    draftText,
    draftPicture,
    uploadId,
    draftTextPicture,
    sent,
    received,
    reacted,
    notificationId,
    resetToken,
    blocked,
    secrets: [
      me.user.email,
      me.password,
      me.cookie,
      sessionId,
      phoneSessionId,
      `Phone of ${id}`,
      account?.passwordHash ?? '',
      resetToken,
      account?.passwordReset?.tokenHash ?? '',
      draftKey,
      draftText,
      parseMediaKey(draftPicture),
      String(storedDraft?._id),
      uploadId,
      draftTextPicture,
      deletedPost.blogTitle,
      deletedPost.slug,
      parseMediaKey(deletedPost.blogImage),
      formerText,
      parseMediaKey(revisionPicture),
      String(block?._id),
      `news.${id}@example.com`,
    ],
    chatSecrets: [
      ...[sent, received, reacted, removed].flatMap(({ _id, text }) => [_id, text]),
      parseMediaKey(sent.image),
    ],
  };
}

/** Creates both owners and their friend through the API. */
export async function createTwoOwners(app: TestApp): Promise<TwoOwners> {
  const signedIn = await signIn(app, { fullName: 'தமிழ்ச்செல்வி' });
  const friend = {
    ...signedIn,
    id: signedIn.user._id,
    post: await createPost(signedIn, {
      visibility: 'public',
      visitedOn: '2024-03-12',
      blogImage: await buildUniquePicture(),
    }),
  };
  const asha = await createOwner(app, friend, 'आशा वर्मा');
  const ravi = await createOwner(app, friend, 'Ravi Kumar');
  return { asha, ravi, friend };
}

/** Field with the owner's id, by collection. */
const OWNER_FIELDS: Readonly<Record<string, string>> = {
  users: '_id',
  sessions: 'userId',
  posts: 'authorId',
  deletedposts: 'authorId',
  comments: 'authorId',
  likes: 'userId',
  bookmarks: 'userId',
  drafts: 'userId',
  removeddrafts: 'userId',
  uploads: 'userId',
  messages: 'senderId',
  blocks: 'blockerId',
  follows: 'followerId',
  notifications: 'userId',
};

/**
 * Creates a function that names the owner of a document from the view of a user: `mine`, `theirs`, or `other` for a
 * third user's document and for one without an owner, such as the bytes of a picture. Conversations name both users.
 */
export function createOwnerLabeler(mineId: string, theirId: string): OwnerLabeler {
  const ownerLabel = (id: unknown) => {
    const text = id instanceof Types.ObjectId ? id.toHexString() : String(id);
    return text === mineId ? 'mine' : text === theirId ? 'theirs' : 'other';
  };
  return (collection, doc) => {
    const { participants } = doc;
    if (Array.isArray(participants)) return participants.map(ownerLabel).sort().join('&');
    return ownerLabel(doc[OWNER_FIELDS[collection] ?? '_id']);
  };
}
