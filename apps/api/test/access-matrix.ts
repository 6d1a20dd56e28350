import type { EndpointKey } from '@safarnama/contracts';
import { buildMessageInput, buildPostInput } from './factories.js';
import type { Owner, TwoOwners } from './two-owners.js';

/** What one cell of the matrix must come to. */
interface Expected {
  status: number;
  /** All that may differ in the database afterwards, as `WholeDatabase.takeChanges` names it; nothing by default. */
  changes?: readonly string[];
}

/** A call that is tried by everybody. */
export interface Situation {
  /** Whose rows are called, for the test's sentences; the whole call by default. */
  what?: string;
  /**
   * @param target - whose rows are called.
   * @param me - who calls: `target` in the owner's cell; null for who has no session.
   */
  request(target: Owner, me: Owner | null, others: Pick<TwoOwners, 'friend'>): RequestParts;
  /** Without a cookie. */
  guest: Expected;
  /** With the cookie of a session of the target that has ended. */
  ended: Expected;
  /** With each of `forgeTokens`. */
  forged: Expected;
  /** Another person with a good session and full data of their own. */
  other: Expected;
  /** The target, with a good session. */
  owner: Expected;
}

export interface RequestParts {
  params?: Readonly<Record<string, string>>;
  /** As `?limit=5`. */
  query?: string;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** One row of the matrix: a call in all situations that matter for it, at least one of which its owner may do. */
type MatrixRow = readonly [Situation, ...Situation[]];

type Ask = Situation['request'];
type SignedInCells = Pick<Situation, 'other' | 'owner'> & Pick<Situation, 'what'>;

const REFUSED: Expected = { status: 401 };
const DONE: Expected = { status: 200 };
const done = (...changes: string[]): Expected => ({ status: 200, changes });
const created = (...changes: string[]): Expected => ({ status: 201, changes });
const refused = (status: number): Expected => ({ status });

/** A call for people with a session: everybody else is refused and changes nothing. */
function withSession(request: Ask, cells: SignedInCells): Situation {
  return { request, guest: REFUSED, ended: REFUSED, forged: REFUSED, ...cells };
}

/** A call that everybody may do, and that changes nothing. */
const OPEN: MatrixRow = [
  { request: () => ({}), guest: DONE, ended: DONE, forged: DONE, other: DONE, owner: DONE },
];

/** A call that reads, and gives each person what is for them. The test looks for what is not. */
const reading = (request: Ask = () => ({})): Situation => withSession(request, { other: DONE, owner: DONE });

export const MATRIX_METRICS_TOKEN = 'a-token-of-an-operator';

const POST_FIELDS = [
  'blogContent',
  'blogHtml',
  'blogTitle',
  'excerpt',
  'searchTokens',
  'textBytes',
  'updatedAt',
];
const STORY = { blogTitle: 'दूसरा नाम', blogContent: 'Other words.', blogLocation: 'Varanasi' };
const NAME_FIELDS = ['fullName', 'nameKey', 'nameTokens', 'updatedAt'];
const RESET_FIELDS = ['passwordHash', 'passwordReset', 'updatedAt'];
const NEW_ACCOUNT = ['sessions/other+', 'users/other+'];
const SIGN_UP = { fullName: 'Newcomer', email: 'newcomer@example.com', password: 'monsoon-kochi-7' };
const fields = (of: string, names: readonly string[]) => names.map((name) => `${of}~${name}`);
const TALK = 'conversations/mine&other';

/**
 * Who may do what: every call of the contracts' table, by everybody. A new call is a new row:
 * - `withSession` for a call that needs one, `reading` for one that only reads, `OPEN` for one that is for everybody;
 * - for any other one all five cells, as with sign-up;
 * - `changes` holds all that may differ in the whole database, seen by who calls (`mine`, `theirs`, `other`).
 *   Leave it out, run the test, and check by eye what it found.
 */
export const ACCESS_MATRIX: { readonly [K in EndpointKey]: MatrixRow } = {
  'POST /api/auth/signup': [
    {
      request: () => ({ body: SIGN_UP }),
      guest: created(...NEW_ACCOUNT),
      ended: created(...NEW_ACCOUNT),
      forged: created(...NEW_ACCOUNT),
      // The new session replaces the one that was there.
      other: created('sessions/mine-', ...NEW_ACCOUNT),
      owner: created('sessions/mine-', ...NEW_ACCOUNT),
    },
    {
      what: 'with a taken address',
      request: ({ user }) => ({ body: { ...SIGN_UP, email: user.email.toUpperCase() } }),
      guest: refused(409),
      ended: refused(409),
      forged: refused(409),
      other: refused(409),
      owner: refused(409),
    },
  ],
  'POST /api/auth/login': [
    {
      what: 'with a guessed password',
      request: ({ user }) => ({ body: { email: user.email, password: SIGN_UP.password } }),
      guest: refused(401),
      ended: refused(401),
      forged: refused(401),
      other: refused(401),
      owner: refused(401),
    },
    {
      what: 'with the right password',
      request: ({ user, password }) => ({ body: { email: user.email, password } }),
      guest: done('sessions/theirs+'),
      ended: done('sessions/theirs+'),
      forged: done('sessions/theirs+'),
      other: done('sessions/mine-', 'sessions/theirs+'),
      owner: done('sessions/mine+', 'sessions/mine-'),
    },
  ],
  'GET /api/auth/check-auth': [reading()],
  'POST /api/auth/logout': [
    {
      request: () => ({}),
      guest: DONE,
      ended: DONE,
      forged: DONE,
      other: done('sessions/mine-'),
      owner: done('sessions/mine-'),
    },
  ],
  'PUT /api/auth/update-profile': [
    withSession(() => ({ body: { fullName: 'नया नाम' } }), {
      other: done(...fields('users/mine', NAME_FIELDS)),
      owner: done(...fields('users/mine', NAME_FIELDS)),
    }),
    withSession(({ user }) => ({ body: { fullName: user.fullName, password: 'a-new-password-9' } }), {
      what: 'with a new password',
      other: done(
        'sessions/mine-',
        ...fields('users/mine', [...NAME_FIELDS, 'passwordHash', 'passwordReset']),
      ),
      owner: done('sessions/mine-', ...fields('users/mine', RESET_FIELDS)),
    }),
    withSession(({ user, profilePic }) => ({ body: { fullName: user.fullName, profilePic } }), {
      what: 'with the address of the picture',
      other: refused(400),
      owner: done('users/mine~updatedAt'),
    }),
  ],
  'POST /api/auth/reset-password': [
    {
      what: 'with a guessed link',
      request: ({ resetToken }) => ({
        body: { token: `${resetToken.slice(0, 20)}${'A'.repeat(39)}`, password: 'a-new-password-9' },
      }),
      guest: refused(400),
      ended: refused(400),
      forged: refused(400),
      other: refused(400),
      owner: refused(400),
    },
    {
      // Who has the link is its person: that it says so is all that it can.
      what: 'with the link of the target',
      request: ({ resetToken }) => ({ body: { token: resetToken, password: 'a-new-password-9' } }),
      guest: done('sessions/theirs-', ...fields('users/theirs', RESET_FIELDS)),
      ended: done('sessions/theirs-', ...fields('users/theirs', RESET_FIELDS)),
      forged: done('sessions/theirs-', ...fields('users/theirs', RESET_FIELDS)),
      other: done('sessions/theirs-', ...fields('users/theirs', RESET_FIELDS)),
      owner: done('sessions/mine-', ...fields('users/mine', RESET_FIELDS)),
    },
  ],
  'GET /api/auth/sessions': [reading()],
  'DELETE /api/auth/sessions/:id': [
    withSession(({ phoneSessionId }) => ({ params: { id: phoneSessionId } }), {
      other: refused(404),
      owner: done('sessions/mine-'),
    }),
  ],
  'POST /api/auth/logout-others': [
    withSession(() => ({}), { other: done('sessions/mine-'), owner: done('sessions/mine-') }),
  ],
  'GET /api/auth/privacy': [reading()],
  'PUT /api/auth/privacy': [
    withSession(() => ({ body: { appearOffline: true } }), {
      other: done('users/mine~appearOffline', 'users/mine~updatedAt'),
      owner: done('users/mine~appearOffline', 'users/mine~updatedAt'),
    }),
  ],
  'POST /api/newsletter/subscribe': [
    withSession(() => ({ body: { email: 'reader@example.com' } }), {
      other: done('subscriptions/other+'),
      owner: done('subscriptions/other+'),
    }),
  ],
  'POST /api/post/create-post': [
    withSession(({ draftKey }) => ({ body: buildPostInput({ draftKey }) }), {
      what: 'written in the draft',
      other: created('posts/mine+'),
      owner: created('drafts/mine-', 'media/other-', 'posts/mine+'),
    }),
    withSession(
      ({ draftKey, draftPicture }) => ({ body: buildPostInput({ draftKey, blogImage: draftPicture }) }),
      {
        what: 'with the picture of the draft',
        other: refused(400),
        owner: created('blobs/other~usedAt', 'drafts/mine-', 'media/other+', 'media/other-', 'posts/mine+'),
      },
    ),
    withSession(({ sent }) => ({ body: buildPostInput({ blogImage: sent.image }) }), {
      what: 'with the picture of the chat',
      other: refused(400),
      owner: refused(400),
    }),
  ],
  'PUT /api/post/update-post/:id': [
    withSession(({ post }) => ({ params: { id: post._id }, body: STORY }), {
      other: refused(403),
      owner: done(...fields('posts/mine', POST_FIELDS)),
    }),
    withSession(({ post, draftKey }) => ({ params: { id: post._id }, body: { ...STORY, draftKey } }), {
      what: 'of the caller, written in the draft',
      other: refused(403),
      owner: done('drafts/mine-', 'media/other-', ...fields('posts/mine', POST_FIELDS)),
    }),
    withSession(
      (target, me) => ({
        params: { id: (me ?? target).post._id },
        body: { ...STORY, draftKey: target.draftKey },
      }),
      {
        what: 'with the draft, for a story of the caller',
        other: done(...fields('posts/mine', POST_FIELDS)),
        owner: done('drafts/mine-', 'media/other-', ...fields('posts/mine', POST_FIELDS)),
      },
    ),
  ],
  'DELETE /api/post/delete-post/:id': [
    withSession(({ post }) => ({ params: { id: post._id } }), {
      other: refused(403),
      owner: done('comments/mine-', 'comments/other-', 'likes/other-', 'media/other-', 'posts/mine-'),
    }),
  ],
  'GET /api/post/getpost/:slug': [reading(({ post }) => ({ params: { slug: post.slug } }))],
  'GET /api/post/getposts': [reading(), reading(() => ({ query: '?view=card' }))],
  'GET /api/post/my-posts': [reading()],
  'GET /api/post/by-author/:userId': [reading(({ id }) => ({ params: { userId: id } }))],
  'GET /api/post/search': [reading(() => ({ query: '?q=ghats' }))],
  'GET /api/post/bookmarks': [reading()],
  'PUT /api/post/:id/like': [
    withSession(({ post }) => ({ params: { id: post._id } }), {
      other: done('likes/mine+', 'posts/theirs~likes'),
      owner: refused(403),
    }),
    withSession((_target, _me, { friend }) => ({ params: { id: friend.post._id } }), {
      what: 'of a story that is liked already',
      other: DONE,
      owner: DONE,
    }),
  ],
  'DELETE /api/post/:id/like': [
    withSession(({ post }) => ({ params: { id: post._id } }), { other: DONE, owner: DONE }),
    withSession((_target, _me, { friend }) => ({ params: { id: friend.post._id } }), {
      what: "of the friend's story",
      other: done('likes/mine-', 'posts/other~likes'),
      owner: done('likes/mine-', 'posts/other~likes'),
    }),
  ],
  'PUT /api/post/:id/bookmark': [
    withSession(({ post }) => ({ params: { id: post._id } }), {
      other: done('bookmarks/mine+'),
      owner: done('bookmarks/mine+'),
    }),
  ],
  'DELETE /api/post/:id/bookmark': [
    withSession((_target, _me, { friend }) => ({ params: { id: friend.post._id } }), {
      other: done('bookmarks/mine-'),
      owner: done('bookmarks/mine-'),
    }),
  ],
  'GET /api/post/:id/comments': [reading(({ post }) => ({ params: { id: post._id } }))],
  'POST /api/post/:id/comments': [
    withSession(({ post }) => ({ params: { id: post._id }, body: { text: 'सुंदर!' } }), {
      other: created('comments/mine+', 'posts/theirs~comments'),
      owner: created('comments/mine+', 'posts/mine~comments'),
    }),
  ],
  'DELETE /api/post/:id/comments/:commentId': [
    withSession(({ post, friendsComment }) => ({ params: { id: post._id, commentId: friendsComment._id } }), {
      what: "of the friend on the target's story",
      other: refused(403),
      owner: done('comments/other-', 'posts/mine~comments'),
    }),
    withSession(
      ({ ownComment }, _me, { friend }) => ({ params: { id: friend.post._id, commentId: ownComment._id } }),
      {
        what: "of the target on the friend's story",
        other: refused(403),
        owner: done('comments/mine-', 'posts/other~comments'),
      },
    ),
    withSession(
      (target, me) => ({
        params: { id: (me ?? target).post._id, commentId: target.friendsComment._id },
      }),
      {
        what: 'under a story of the caller',
        other: refused(404),
        owner: done('comments/other-', 'posts/mine~comments'),
      },
    ),
  ],
  'GET /api/drafts': [reading()],
  'GET /api/drafts/:key': [
    withSession(({ draftKey }) => ({ params: { key: draftKey } }), { other: refused(404), owner: DONE }),
  ],
  'PUT /api/drafts/:key': [
    withSession(
      ({ draftKey }) => ({ params: { key: draftKey }, body: { blogTitle: 'Changed', version: 1 } }),
      {
        other: refused(404),
        owner: done(...fields('drafts/mine', ['blogHtml', 'blogTitle', 'updatedAt', 'version'])),
      },
    ),
    withSession(({ draftKey }) => ({ params: { key: draftKey }, body: { blogTitle: 'Changed' } }), {
      what: 'as if it were new',
      other: done('drafts/mine+'),
      owner: refused(409),
    }),
    withSession(
      ({ draftPicture }) => ({
        params: { key: '7b0f3c1a-52f4-4f5e-9d0e-1c2b3a495867' },
        body: { blogTitle: 'New', blogImage: draftPicture },
      }),
      { what: 'a new one, with the picture of the draft', other: refused(400), owner: refused(400) },
    ),
    withSession(
      ({ post }) => ({
        params: { key: '7b0f3c1a-52f4-4f5e-9d0e-1c2b3a495867' },
        body: { blogTitle: 'New', postId: post._id, blogImage: post.blogImage },
      }),
      {
        what: 'a new one, with the picture of the story',
        other: refused(400),
        owner: done('blobs/other~usedAt', 'drafts/mine+', 'media/other+'),
      },
    ),
  ],
  'DELETE /api/drafts/:key': [
    withSession(({ draftKey }) => ({ params: { key: draftKey } }), {
      other: DONE,
      owner: done('drafts/mine-', 'media/other-'),
    }),
  ],
  'GET /api/message/get-all-users': [reading(), reading(() => ({ query: '?q=ravi' }))],
  'GET /api/message/:id': [
    reading((_target, _me, { friend }) => ({ params: { id: friend.id } })),
    reading(({ id }) => ({ params: { id } })),
    withSession(
      ({ sent }, _me, { friend }) => ({ params: { id: friend.id }, query: `?before=${sent._id}` }),
      { what: 'before a message of the target', other: refused(400), owner: DONE },
    ),
    withSession(({ sent }, _me, { friend }) => ({ params: { id: friend.id }, query: `?after=${sent._id}` }), {
      what: 'after a message of the target',
      other: refused(400),
      owner: DONE,
    }),
  ],
  'POST /api/message/send/:receiverId': [
    withSession(
      (_target, _me, { friend }) => ({ params: { receiverId: friend.id }, body: buildMessageInput() }),
      {
        other: created(...fields(TALK, ['lastMessageAt', 'lastMessageId', 'lastSeq']), 'messages/mine+'),
        owner: created(...fields(TALK, ['lastMessageAt', 'lastMessageId', 'lastSeq']), 'messages/mine+'),
      },
    ),
    withSession(
      ({ received }, _me, { friend }) => ({
        params: { receiverId: friend.id },
        body: buildMessageInput({ replyTo: received._id }),
      }),
      {
        what: 'in answer to a message to the target',
        other: refused(400),
        owner: created(...fields(TALK, ['lastMessageAt', 'lastMessageId', 'lastSeq']), 'messages/mine+'),
      },
    ),
    withSession(
      ({ sent }, _me, { friend }) => ({
        params: { receiverId: friend.id },
        body: buildMessageInput({ image: sent.image }),
      }),
      { what: 'with the address of a picture that was sent', other: refused(400), owner: refused(400) },
    ),
  ],
  'GET /api/message/unread': [reading()],
  'POST /api/message/:userId/delivered': [
    withSession(
      ({ received }, _me, { friend }) => ({ params: { userId: friend.id }, body: { upTo: received._id } }),
      { other: refused(400), owner: done(`${TALK}~marks`) },
    ),
  ],
  'POST /api/message/:userId/read': [
    withSession(
      ({ received }, _me, { friend }) => ({ params: { userId: friend.id }, body: { upTo: received._id } }),
      { other: refused(400), owner: done(`${TALK}~marks`, `${TALK}~unreadFor`) },
    ),
    withSession(({ id, received }) => ({ params: { userId: id }, body: { upTo: received._id } }), {
      what: 'of the target themselves',
      other: refused(400),
      owner: refused(400),
    }),
  ],
  'GET /api/message/:userId/changes': [
    reading((_target, _me, { friend }) => ({ params: { userId: friend.id }, query: '?since=0' })),
    reading(({ id }) => ({ params: { userId: id }, query: '?since=0' })),
  ],
  'DELETE /api/message/:id': [
    withSession(({ received }) => ({ params: { id: received._id } }), {
      what: 'for oneself',
      other: refused(404),
      owner: done('messagechanges/other+', 'messages/other~hiddenFor'),
    }),
    withSession(({ sent }) => ({ params: { id: sent._id }, query: '?for=both' }), {
      what: 'of one’s own for both',
      other: refused(404),
      owner: done(
        'media/other-',
        'messagechanges/other+',
        ...fields('messages/mine', ['deletedAt', 'image', 'text', 'version']),
      ),
    }),
    withSession(({ received }) => ({ params: { id: received._id }, query: '?for=both' }), {
      what: 'of the friend for both',
      other: refused(404),
      owner: refused(403),
    }),
  ],
  'PUT /api/message/:messageId/reaction': [
    withSession(({ received }) => ({ params: { messageId: received._id }, body: { emoji: '😂' } }), {
      other: refused(404),
      owner: done('messagechanges/other+', 'messages/other~reactions', 'messages/other~version'),
    }),
  ],
  'DELETE /api/message/:messageId/reaction': [
    withSession(({ reacted }) => ({ params: { messageId: reacted._id } }), {
      other: refused(404),
      owner: done('messagechanges/other+', 'messages/other~reactions', 'messages/other~version'),
    }),
  ],
  'PUT /api/message/:userId/block': [
    withSession((_target, _me, { friend }) => ({ params: { userId: friend.id } }), {
      other: done('blocks/mine+'),
      owner: done('blocks/mine+'),
    }),
  ],
  'DELETE /api/message/:userId/block': [
    withSession(({ blocked }) => ({ params: { userId: blocked.user._id } }), {
      other: DONE,
      owner: done('blocks/mine-'),
    }),
  ],
  'GET /api/message/blocked': [reading()],
  'GET /api/docs': OPEN,
  'GET /api/openapi.json': OPEN,
  'GET /media/:key': [
    withSession(({ sent }) => ({ params: { key: sent.image.replace('/media/', '') } }), {
      what: 'of the chat',
      other: refused(404),
      owner: DONE,
    }),
    withSession(({ draftPicture }) => ({ params: { key: draftPicture.replace('/media/', '') } }), {
      what: 'of the draft',
      other: refused(404),
      owner: DONE,
    }),
    reading(({ post }) => ({ params: { key: post.blogImage.replace('/media/', '') }, query: '?w=320' })),
    reading(({ profilePic }) => ({ params: { key: profilePic.replace('/media/', '') } })),
  ],
  'GET /health/live': OPEN,
  'GET /health/ready': OPEN,
  'GET /metrics': [
    {
      what: 'through a proxy',
      request: () => ({ headers: { 'X-Forwarded-For': '203.0.113.9' } }),
      guest: refused(403),
      ended: refused(403),
      forged: refused(403),
      other: refused(403),
      owner: refused(403),
    },
    {
      what: 'through a proxy, with the token of the operator',
      request: () => ({
        headers: { 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${MATRIX_METRICS_TOKEN}` },
      }),
      guest: DONE,
      ended: DONE,
      forged: DONE,
      other: DONE,
      owner: DONE,
    },
  ],
};
