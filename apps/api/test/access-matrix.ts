import type { EndpointKey } from '@safarnama/contracts';
import { buildMessageInput, buildPostInput } from './factories.js';
import type { Owner, TwoOwners } from './two-owners.js';

/** Expected outcome of a request. */
interface Expected {
  status: number;
  /** Expected differences in the database, as `WholeDatabase.takeChanges` names them; none by default. */
  changes?: readonly string[];
}

/** A request that every caller tries. */
export interface Scenario {
  /** Distinguishes the scenarios of an endpoint in messages. */
  description?: string;
  /**
   * @param target - owner of the records that are requested.
   * @param me - the caller: `target` as the owner, null without a session.
   */
  request(target: Owner, me: Owner | null, others: Pick<TwoOwners, 'friend'>): RequestParts;
  /** Without a cookie. */
  guest: Expected;
  /** With the cookie of an ended session of the target. */
  ended: Expected;
  /** With each of `forgeTokens`. */
  forged: Expected;
  /** Another user with a live session and data of their own. */
  other: Expected;
  /** The target, with a live session. */
  owner: Expected;
}

export interface RequestParts {
  params?: Readonly<Record<string, string>>;
  /** As `?limit=5`. */
  query?: string;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** One row of the matrix: the scenarios of an endpoint. The owner succeeds in at least one. */
type MatrixRow = readonly [Scenario, ...Scenario[]];

type BuildRequest = Scenario['request'];
type SignedInCells = Pick<Scenario, 'other' | 'owner' | 'description'>;

const UNAUTHENTICATED: Expected = { status: 401 };
const OK: Expected = { status: 200 };
const NO_CONTENT: Expected = { status: 204 };
const okWith = (...changes: string[]): Expected => ({ status: 200, changes });
const createdWith = (...changes: string[]): Expected => ({ status: 201, changes });
const rejectedWith = (status: number): Expected => ({ status });

/** An endpoint for users with a session: everyone else is rejected and changes nothing. */
function withSession(request: BuildRequest, cells: SignedInCells): Scenario {
  return { request, guest: UNAUTHENTICATED, ended: UNAUTHENTICATED, forged: UNAUTHENTICATED, ...cells };
}

/** A request that changes nothing and has the same outcome for everyone. */
const sameForAll = (expected: Expected, request: BuildRequest = () => ({})): Scenario => ({
  request,
  guest: expected,
  ended: expected,
  forged: expected,
  other: expected,
  owner: expected,
});
const OPEN: MatrixRow = [sameForAll(OK)];

/** A read that succeeds for every user. The test checks that it returns no data of others. */
const readWithSession = (request: BuildRequest = () => ({})): Scenario =>
  withSession(request, { other: OK, owner: OK });

export const MATRIX_METRICS_TOKEN = 'a-token-of-an-operator';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** Fields that a change of a story's text sets. */
const POST_FIELDS = [
  'blogContent',
  'blogHtml',
  'blogTitle',
  'excerpt',
  'indexedAt',
  'searchWords',
  'textBytes',
  'updatedAt',
  'version',
];
/** Changes when the former version of a story with a picture is stored. */
const NEW_REVISION = ['blobs/other~usedAt', 'media/other+', 'revisions/other+'];
const STORY = { blogTitle: 'दूसरा नाम', blogContent: 'Other words.', blogLocation: 'Varanasi' };
const TUS = { 'Tus-Resumable': '1.0.0' };
const NAME_FIELDS = ['fullName', 'nameKey', 'nameSearch', 'updatedAt'];
const RESET_FIELDS = ['passwordHash', 'passwordReset', 'updatedAt'];
const NEW_ACCOUNT = ['sessions/other+', 'users/other+'];
const SIGN_UP = { fullName: 'Newcomer', email: 'newcomer@example.com', password: 'monsoon-kochi-7' };
const changedFields = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}~${name}`);
const CONVERSATION = 'conversations/mine&other';

/**
 * Who may do what: every endpoint, requested by every caller. A new endpoint needs a row:
 * - `withSession` for one that requires a session, `readWithSession` for a read, `OPEN` for a read that is open to
 *   everyone;
 * - all five outcomes for any other endpoint, as for sign-up;
 * - `changes` lists all differences in the database from the caller's view (`mine`, `theirs`, `other`). Omit it, run
 *   the test and review the differences that it reports.
 */
export const ACCESS_MATRIX: { readonly [K in EndpointKey]: MatrixRow } = {
  'POST /api/auth/signup': [
    {
      request: () => ({ body: SIGN_UP }),
      guest: createdWith(...NEW_ACCOUNT),
      ended: createdWith(...NEW_ACCOUNT),
      forged: createdWith(...NEW_ACCOUNT),
      // The new session replaces the caller's current one.
      other: createdWith('sessions/mine-', ...NEW_ACCOUNT),
      owner: createdWith('sessions/mine-', ...NEW_ACCOUNT),
    },
    {
      ...sameForAll(rejectedWith(409), ({ user }) => ({
        body: { ...SIGN_UP, email: user.email.toUpperCase() },
      })),
      description: 'with an email address that is taken',
    },
  ],
  'POST /api/auth/login': [
    {
      ...sameForAll(rejectedWith(401), ({ user }) => ({
        body: { email: user.email, password: SIGN_UP.password },
      })),
      description: 'with a guessed password',
    },
    {
      description: 'with the right password',
      request: ({ user, password }) => ({ body: { email: user.email, password } }),
      guest: okWith('sessions/theirs+'),
      ended: okWith('sessions/theirs+'),
      forged: okWith('sessions/theirs+'),
      other: okWith('sessions/mine-', 'sessions/theirs+'),
      owner: okWith('sessions/mine+', 'sessions/mine-'),
    },
  ],
  'GET /api/auth/check-auth': [readWithSession()],
  'POST /api/auth/logout': [
    {
      request: () => ({}),
      guest: OK,
      ended: OK,
      forged: OK,
      other: okWith('sessions/mine-'),
      owner: okWith('sessions/mine-'),
    },
  ],
  'PUT /api/auth/update-profile': [
    withSession(() => ({ body: { fullName: 'नया नाम' } }), {
      other: okWith(...changedFields('users/mine', NAME_FIELDS)),
      owner: okWith(...changedFields('users/mine', NAME_FIELDS)),
    }),
    withSession(({ user }) => ({ body: { fullName: user.fullName, password: 'a-new-password-9' } }), {
      description: 'with a new password',
      other: okWith(
        'sessions/mine-',
        ...changedFields('users/mine', [...NAME_FIELDS, 'passwordHash', 'passwordReset']),
      ),
      owner: okWith('sessions/mine-', ...changedFields('users/mine', RESET_FIELDS)),
    }),
    withSession(({ user, profilePic }) => ({ body: { fullName: user.fullName, profilePic } }), {
      description: "with the URL of the target's picture",
      other: rejectedWith(400),
      owner: okWith('users/mine~updatedAt'),
    }),
  ],
  'POST /api/auth/reset-password': [
    {
      ...sameForAll(rejectedWith(400), ({ resetToken }) => ({
        body: { token: `${resetToken.slice(0, 20)}${'A'.repeat(39)}`, password: 'a-new-password-9' },
      })),
      description: 'with a guessed link',
    },
    {
      // The link identifies its user, regardless of who sends it.
      description: 'with the link of the target',
      request: ({ resetToken }) => ({ body: { token: resetToken, password: 'a-new-password-9' } }),
      guest: okWith('sessions/theirs-', ...changedFields('users/theirs', RESET_FIELDS)),
      ended: okWith('sessions/theirs-', ...changedFields('users/theirs', RESET_FIELDS)),
      forged: okWith('sessions/theirs-', ...changedFields('users/theirs', RESET_FIELDS)),
      other: okWith('sessions/theirs-', ...changedFields('users/theirs', RESET_FIELDS)),
      owner: okWith('sessions/mine-', ...changedFields('users/mine', RESET_FIELDS)),
    },
  ],
  'GET /api/auth/sessions': [readWithSession()],
  'DELETE /api/auth/sessions/:id': [
    withSession(({ phoneSessionId }) => ({ params: { id: phoneSessionId } }), {
      other: rejectedWith(404),
      owner: okWith('sessions/mine-'),
    }),
  ],
  'POST /api/auth/logout-others': [
    withSession(() => ({}), { other: okWith('sessions/mine-'), owner: okWith('sessions/mine-') }),
  ],
  'GET /api/auth/privacy': [readWithSession()],
  'PUT /api/auth/privacy': [
    withSession(() => ({ body: { appearOffline: true } }), {
      other: okWith('users/mine~appearOffline', 'users/mine~updatedAt'),
      owner: okWith('users/mine~appearOffline', 'users/mine~updatedAt'),
    }),
  ],
  'POST /api/newsletter/subscribe': [
    withSession(() => ({ body: { email: 'reader@example.com' } }), {
      other: okWith('subscriptions/other+'),
      owner: okWith('subscriptions/other+'),
    }),
  ],
  'POST /api/post/create-post': [
    withSession(({ draftKey }) => ({ body: buildPostInput({ draftKey }) }), {
      description: 'written in the draft',
      other: createdWith('posts/mine+', 'removeddrafts/mine+'),
      owner: createdWith('drafts/mine-', 'media/other-', 'posts/mine+', 'removeddrafts/mine+'),
    }),
    withSession(
      ({ draftKey, draftPicture }) => ({ body: buildPostInput({ draftKey, blogImage: draftPicture }) }),
      {
        description: 'with the picture of the draft',
        other: rejectedWith(400),
        owner: createdWith(
          'blobs/other~usedAt',
          'drafts/mine-',
          'media/other+',
          'media/other-',
          'posts/mine+',
          'removeddrafts/mine+',
        ),
      },
    ),
    withSession(({ sent }) => ({ body: buildPostInput({ blogImage: sent.image }) }), {
      description: 'with the picture of the chat',
      other: rejectedWith(400),
      owner: rejectedWith(400),
    }),
  ],
  'PUT /api/post/update-post/:id': [
    withSession(({ post }) => ({ params: { id: post._id }, body: STORY }), {
      other: rejectedWith(403),
      owner: okWith(...changedFields('posts/mine', POST_FIELDS), ...NEW_REVISION),
    }),
    withSession(({ post, draftKey }) => ({ params: { id: post._id }, body: { ...STORY, draftKey } }), {
      description: 'of the target, written in the draft',
      other: rejectedWith(403),
      owner: okWith(
        'drafts/mine-',
        'media/other-',
        ...changedFields('posts/mine', POST_FIELDS),
        'removeddrafts/mine+',
        ...NEW_REVISION,
      ),
    }),
    withSession(
      (target, me) => ({
        params: { id: (me ?? target).post._id },
        body: { ...STORY, draftKey: target.draftKey },
      }),
      {
        description: 'with the draft, for a story of the caller',
        other: okWith(...changedFields('posts/mine', POST_FIELDS), 'removeddrafts/mine+', ...NEW_REVISION),
        owner: okWith(
          'drafts/mine-',
          'media/other-',
          ...changedFields('posts/mine', POST_FIELDS),
          'removeddrafts/mine+',
          ...NEW_REVISION,
        ),
      },
    ),
  ],
  'DELETE /api/post/delete-post/:id': [
    withSession(({ post }) => ({ params: { id: post._id } }), {
      other: rejectedWith(403),
      owner: okWith('deletedposts/mine+', 'media/other~viewers', 'posts/mine-'),
    }),
  ],
  'GET /api/post/deleted': [readWithSession()],
  'POST /api/post/:id/undelete': [
    withSession(({ deletedPost }) => ({ params: { id: deletedPost._id } }), {
      other: rejectedWith(403),
      owner: okWith('deletedposts/mine-', 'media/other~viewers', 'posts/mine+'),
    }),
  ],
  'POST /api/post/:id/unpublish': [
    withSession(({ post }) => ({ params: { id: post._id } }), {
      other: rejectedWith(403),
      owner: okWith(
        'blobs/other~usedAt',
        'deletedposts/mine+',
        'drafts/mine+',
        'media/other+',
        'media/other~viewers',
        'posts/mine-',
      ),
    }),
  ],
  'GET /api/post/getpost/:slug': [readWithSession(({ post }) => ({ params: { slug: post.slug } }))],
  'GET /api/post/getposts': [readWithSession(), readWithSession(() => ({ query: '?view=card' }))],
  'GET /api/post/my-posts': [readWithSession()],
  'GET /api/post/my-posts/:id': [
    withSession(({ post }) => ({ params: { id: post._id } }), { other: rejectedWith(403), owner: OK }),
  ],
  'GET /api/post/by-author/:userId': [readWithSession(({ id }) => ({ params: { userId: id } }))],
  'GET /api/place/search': [readWithSession(() => ({ query: '?q=banar' }))],
  'GET /api/place/map': [readWithSession(() => ({ query: '?state=uttar-pradesh' }))],
  'GET /api/place/:slug': [readWithSession(() => ({ params: { slug: 'varanasi' } }))],
  'GET /api/place/:slug/posts': [readWithSession(() => ({ params: { slug: 'varanasi' } }))],
  'GET /api/post/search': [readWithSession(() => ({ query: '?q=ghats' }))],
  'GET /api/post/suggest': [readWithSession(() => ({ query: '?q=ghats' }))],
  'GET /api/post/:id/related': [
    readWithSession(({ post }) => ({ params: { id: post._id } })),
    withSession(({ deletedPost }) => ({ params: { id: deletedPost._id } }), {
      description: 'of a deleted story',
      other: rejectedWith(404),
      owner: rejectedWith(404),
    }),
  ],
  'GET /api/post/bookmarks': [readWithSession()],
  'GET /api/post/:id/revisions': [
    withSession(({ post }) => ({ params: { id: post._id } }), { other: rejectedWith(403), owner: OK }),
  ],
  'GET /api/post/:id/revisions/:number': [
    withSession(({ post }) => ({ params: { id: post._id, number: '1' } }), {
      other: rejectedWith(403),
      owner: OK,
    }),
  ],
  'POST /api/post/:id/revisions/:number/restore': [
    withSession(({ post }) => ({ params: { id: post._id, number: '1' } }), {
      other: rejectedWith(403),
      owner: okWith(
        ...changedFields('posts/mine', [...POST_FIELDS, 'restoredFrom']).filter(
          (change) => change !== 'posts/mine~blogTitle',
        ),
        ...NEW_REVISION,
      ),
    }),
  ],
  'PUT /api/post/:id/like': [
    withSession(({ post }) => ({ params: { id: post._id } }), {
      other: okWith(
        ...['likes/mine+', 'notifications/theirs~createdAt', 'notifications/theirs~likerIds'],
        ...['posts/theirs~likes', 'posts/theirs~monthLikes'],
      ),
      owner: rejectedWith(403),
    }),
    withSession((_target, _me, { friend }) => ({ params: { id: friend.post._id } }), {
      description: 'of a story that is liked already',
      other: OK,
      owner: OK,
    }),
  ],
  'DELETE /api/post/:id/like': [
    withSession(({ post }) => ({ params: { id: post._id } }), { other: OK, owner: OK }),
    withSession((_target, _me, { friend }) => ({ params: { id: friend.post._id } }), {
      description: "of the friend's story",
      other: okWith('likes/mine-', 'posts/other~likes', 'posts/other~monthLikes'),
      owner: okWith('likes/mine-', 'posts/other~likes', 'posts/other~monthLikes'),
    }),
  ],
  'PUT /api/post/:id/bookmark': [
    withSession(({ post }) => ({ params: { id: post._id } }), {
      other: okWith('bookmarks/mine+'),
      owner: okWith('bookmarks/mine+'),
    }),
  ],
  'DELETE /api/post/:id/bookmark': [
    withSession((_target, _me, { friend }) => ({ params: { id: friend.post._id } }), {
      other: okWith('bookmarks/mine-'),
      owner: okWith('bookmarks/mine-'),
    }),
  ],
  'GET /api/post/:id/comments': [readWithSession(({ post }) => ({ params: { id: post._id } }))],
  'POST /api/post/:id/comments': [
    withSession(({ post }) => ({ params: { id: post._id }, body: { text: 'सुंदर!' } }), {
      other: createdWith('comments/mine+', 'notifications/theirs+', 'posts/theirs~comments'),
      owner: createdWith('comments/mine+', 'posts/mine~comments'),
    }),
    withSession(
      ({ post, friendsComment }) => ({
        params: { id: post._id },
        body: { text: 'सुंदर!', parentId: friendsComment._id },
      }),
      {
        description: "as a reply to the friend's comment",
        other: createdWith(
          ...['comments/mine+', 'comments/other~threadVersion'],
          ...['notifications/other+', 'notifications/theirs+', 'posts/theirs~comments'],
        ),
        owner: createdWith(
          ...['comments/mine+', 'comments/other~threadVersion'],
          ...['notifications/other+', 'posts/mine~comments'],
        ),
      },
    ),
  ],
  'PUT /api/post/:id/comments/:commentId': [
    withSession(
      ({ post, friendsComment }) => ({
        params: { id: post._id, commentId: friendsComment._id },
        body: { text: 'बदला' },
      }),
      {
        description: "of the friend on the target's story",
        other: rejectedWith(403),
        owner: rejectedWith(403),
      },
    ),
    withSession(
      ({ ownComment }, _me, { friend }) => ({
        params: { id: friend.post._id, commentId: ownComment._id },
        body: { text: 'बदला' },
      }),
      {
        description: "of the target on the friend's story",
        other: rejectedWith(403),
        owner: okWith('comments/mine~editedAt', 'comments/mine~text'),
      },
    ),
  ],
  'DELETE /api/post/:id/comments/:commentId': [
    withSession(({ post, friendsComment }) => ({ params: { id: post._id, commentId: friendsComment._id } }), {
      description: "of the friend on the target's story",
      other: rejectedWith(403),
      owner: okWith('comments/other-', 'notifications/mine-', 'posts/mine~comments'),
    }),
    withSession(
      ({ ownComment }, _me, { friend }) => ({ params: { id: friend.post._id, commentId: ownComment._id } }),
      {
        description: "of the target on the friend's story",
        other: rejectedWith(403),
        owner: okWith('comments/mine-', 'notifications/other-', 'posts/other~comments'),
      },
    ),
    withSession(
      (target, me) => ({
        params: { id: (me ?? target).post._id, commentId: target.friendsComment._id },
      }),
      {
        description: 'under a story of the caller',
        other: rejectedWith(404),
        owner: okWith('comments/other-', 'notifications/mine-', 'posts/mine~comments'),
      },
    ),
  ],
  'GET /api/drafts': [readWithSession()],
  'GET /api/drafts/:key': [
    withSession(({ draftKey }) => ({ params: { key: draftKey } }), { other: rejectedWith(404), owner: OK }),
  ],
  'PUT /api/drafts/:key': [
    withSession(
      ({ draftKey }) => ({ params: { key: draftKey }, body: { blogTitle: 'Changed', version: 1 } }),
      {
        other: rejectedWith(404),
        owner: okWith(
          ...changedFields('drafts/mine', ['blogHtml', 'blogTitle', 'pictures', 'updatedAt', 'version']),
        ),
      },
    ),
    withSession(({ draftKey }) => ({ params: { key: draftKey }, body: { blogTitle: 'Changed' } }), {
      description: 'as if it were new',
      other: okWith('drafts/mine+'),
      owner: rejectedWith(409),
    }),
    withSession(
      ({ draftPicture }) => ({
        params: { key: '7b0f3c1a-52f4-4f5e-9d0e-1c2b3a495867' },
        body: { blogTitle: 'New', blogImage: draftPicture },
      }),
      {
        description: 'a new one, with the picture of the draft',
        other: rejectedWith(400),
        owner: okWith('blobs/other~usedAt', 'drafts/mine+', 'media/other+'),
      },
    ),
    withSession(
      ({ post }) => ({
        params: { key: '7b0f3c1a-52f4-4f5e-9d0e-1c2b3a495867' },
        body: { blogTitle: 'New', postId: post._id, blogImage: post.blogImage },
      }),
      {
        description: 'a new one, with the picture of the story',
        other: rejectedWith(400),
        owner: okWith('blobs/other~usedAt', 'drafts/mine+', 'media/other+'),
      },
    ),
  ],
  'PUT /api/drafts/:key/schedule': [
    withSession(
      ({ draftKey }) => ({
        params: { key: draftKey },
        body: { publishAt: TOMORROW },
      }),
      { other: rejectedWith(404), owner: okWith('drafts/mine~publishAt', 'media/other~usedAt') },
    ),
  ],
  'DELETE /api/drafts/:key': [
    withSession(({ draftKey }) => ({ params: { key: draftKey } }), {
      other: okWith('removeddrafts/mine+'),
      owner: okWith('drafts/mine-', 'media/other-', 'removeddrafts/mine+'),
    }),
  ],
  'GET /api/message/get-all-users': [readWithSession(), readWithSession(() => ({ query: '?q=ravi' }))],
  'GET /api/message/:id': [
    readWithSession((_target, _me, { friend }) => ({ params: { id: friend.id } })),
    readWithSession(({ id }) => ({ params: { id } })),
    withSession(
      ({ sent }, _me, { friend }) => ({ params: { id: friend.id }, query: `?before=${sent._id}` }),
      { description: 'before a message of the target', other: rejectedWith(400), owner: OK },
    ),
    withSession(({ sent }, _me, { friend }) => ({ params: { id: friend.id }, query: `?after=${sent._id}` }), {
      description: 'after a message of the target',
      other: rejectedWith(400),
      owner: OK,
    }),
  ],
  'POST /api/message/send/:receiverId': [
    withSession(
      (_target, _me, { friend }) => ({
        params: { receiverId: friend.id },
        body: { postId: friend.post._id, quotedText: 'नाव' },
      }),
      {
        description: 'with a story',
        other: createdWith(
          ...changedFields(CONVERSATION, ['lastMessageAt', 'lastMessageId', 'lastSeq']),
          'messages/mine+',
        ),
        owner: createdWith(
          ...changedFields(CONVERSATION, ['lastMessageAt', 'lastMessageId', 'lastSeq']),
          'messages/mine+',
        ),
      },
    ),
    withSession(
      (_target, _me, { friend }) => ({ params: { receiverId: friend.id }, body: buildMessageInput() }),
      {
        other: createdWith(
          ...changedFields(CONVERSATION, ['lastMessageAt', 'lastMessageId', 'lastSeq']),
          'messages/mine+',
        ),
        owner: createdWith(
          ...changedFields(CONVERSATION, ['lastMessageAt', 'lastMessageId', 'lastSeq']),
          'messages/mine+',
        ),
      },
    ),
    withSession(
      ({ received }, _me, { friend }) => ({
        params: { receiverId: friend.id },
        body: buildMessageInput({ replyTo: received._id }),
      }),
      {
        description: 'in reply to a message to the target',
        other: rejectedWith(400),
        owner: createdWith(
          ...changedFields(CONVERSATION, ['lastMessageAt', 'lastMessageId', 'lastSeq']),
          'messages/mine+',
        ),
      },
    ),
    withSession(
      ({ deletedPost }, _me, { friend }) => ({
        params: { receiverId: friend.id },
        body: buildMessageInput({ postId: deletedPost._id }),
      }),
      { description: 'with a deleted story', other: rejectedWith(404), owner: rejectedWith(404) },
    ),
    withSession(
      ({ sent }, _me, { friend }) => ({
        params: { receiverId: friend.id },
        body: buildMessageInput({ image: sent.image }),
      }),
      {
        description: 'with the URL of a picture that was sent',
        other: rejectedWith(400),
        owner: rejectedWith(400),
      },
    ),
  ],
  'GET /api/message/unread': [readWithSession()],
  'POST /api/message/:userId/delivered': [
    withSession(
      ({ received }, _me, { friend }) => ({ params: { userId: friend.id }, body: { upTo: received._id } }),
      { other: rejectedWith(400), owner: okWith(`${CONVERSATION}~marks`) },
    ),
  ],
  'POST /api/message/:userId/read': [
    withSession(
      ({ received }, _me, { friend }) => ({ params: { userId: friend.id }, body: { upTo: received._id } }),
      { other: rejectedWith(400), owner: okWith(`${CONVERSATION}~marks`, `${CONVERSATION}~unreadFor`) },
    ),
    withSession(({ id, received }) => ({ params: { userId: id }, body: { upTo: received._id } }), {
      description: 'of a conversation with the target',
      other: rejectedWith(400),
      owner: rejectedWith(400),
    }),
  ],
  'GET /api/message/:userId/changes': [
    readWithSession((_target, _me, { friend }) => ({ params: { userId: friend.id }, query: '?since=0' })),
    readWithSession(({ id }) => ({ params: { userId: id }, query: '?since=0' })),
  ],
  'DELETE /api/message/:id': [
    withSession(({ received }) => ({ params: { id: received._id } }), {
      description: 'for the caller only',
      other: rejectedWith(404),
      owner: okWith('messagechanges/other+', 'messages/other~hiddenFor'),
    }),
    withSession(({ sent }) => ({ params: { id: sent._id }, query: '?for=both' }), {
      description: 'of the target for both',
      other: rejectedWith(404),
      owner: okWith(
        'media/other-',
        'messagechanges/other+',
        ...changedFields('messages/mine', ['deletedAt', 'image', 'text', 'version']),
      ),
    }),
    withSession(({ received }) => ({ params: { id: received._id }, query: '?for=both' }), {
      description: 'of the friend for both',
      other: rejectedWith(404),
      owner: rejectedWith(403),
    }),
  ],
  'PUT /api/message/:messageId/reaction': [
    withSession(({ received }) => ({ params: { messageId: received._id }, body: { emoji: '😂' } }), {
      other: rejectedWith(404),
      owner: okWith('messagechanges/other+', 'messages/other~reactions', 'messages/other~version'),
    }),
  ],
  'DELETE /api/message/:messageId/reaction': [
    withSession(({ reacted }) => ({ params: { messageId: reacted._id } }), {
      other: rejectedWith(404),
      owner: okWith('messagechanges/other+', 'messages/other~reactions', 'messages/other~version'),
    }),
  ],
  'PUT /api/message/:userId/block': [
    withSession((_target, _me, { friend }) => ({ params: { userId: friend.id } }), {
      other: okWith('blocks/mine+', 'follows/mine-'),
      owner: okWith('blocks/mine+', 'follows/mine-'),
    }),
  ],
  'DELETE /api/message/:userId/block': [
    withSession(({ blocked }) => ({ params: { userId: blocked.user._id } }), {
      other: OK,
      owner: okWith('blocks/mine-'),
    }),
  ],
  'GET /api/message/blocked': [readWithSession()],
  'PUT /api/user/:id/follow': [
    withSession(({ id }) => ({ params: { id } }), {
      other: okWith('follows/mine+', 'notifications/theirs+'),
      owner: rejectedWith(400),
    }),
    withSession((_target, _me, { friend }) => ({ params: { id: friend.id } }), {
      description: 'whom the caller follows already',
      other: OK,
      owner: OK,
    }),
    withSession(({ blocked }) => ({ params: { id: blocked.user._id } }), {
      description: 'whom the target has blocked',
      other: okWith('follows/mine+', 'notifications/other+'),
      owner: rejectedWith(403),
    }),
  ],
  'DELETE /api/user/:id/follow': [
    withSession((_target, _me, { friend }) => ({ params: { id: friend.id } }), {
      other: okWith('follows/mine-'),
      owner: okWith('follows/mine-'),
    }),
  ],
  'GET /api/post/following': [readWithSession()],
  'GET /api/user/:id': [readWithSession(({ id }) => ({ params: { id } }))],
  'GET /api/notifications': [readWithSession()],
  'POST /api/notifications/read': [
    withSession(({ notificationId }) => ({ body: { upTo: notificationId } }), {
      other: rejectedWith(404),
      owner: okWith('notifications/mine~readAt'),
    }),
  ],
  'GET /api/notifications/settings': [readWithSession()],
  'PUT /api/notifications/settings': [
    withSession(() => ({ body: { like: false, comment: true, reply: true, story: true, follow: true } }), {
      other: okWith('notifications/mine~until', 'users/mine~mutedNotifications', 'users/mine~updatedAt'),
      owner: okWith('notifications/mine~until', 'users/mine~mutedNotifications', 'users/mine~updatedAt'),
    }),
  ],
  'GET /api/docs': OPEN,
  'GET /api/openapi.json': OPEN,
  'OPTIONS /api/media/uploads': [sameForAll(NO_CONTENT)],
  'OPTIONS /api/media/uploads/:uploadId': [
    sameForAll(NO_CONTENT, ({ uploadId }) => ({ params: { uploadId } })),
  ],
  'POST /api/media/uploads': [
    withSession(() => ({ headers: { ...TUS, 'Upload-Length': '1000' } }), {
      other: createdWith('uploads/mine+'),
      owner: createdWith('uploads/mine+'),
    }),
  ],
  'HEAD /api/media/uploads/:uploadId': [
    withSession(({ uploadId }) => ({ params: { uploadId }, headers: TUS }), {
      other: rejectedWith(404),
      owner: okWith('uploads/mine~writer'),
    }),
  ],
  'PATCH /api/media/uploads/:uploadId': [
    withSession(
      ({ uploadId }) => ({
        params: { uploadId },
        headers: { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      }),
      { other: rejectedWith(404), owner: { status: 204, changes: ['uploads/mine~writer'] } },
    ),
  ],
  'DELETE /api/media/uploads/:uploadId': [
    withSession(({ uploadId }) => ({ params: { uploadId }, headers: TUS }), {
      other: rejectedWith(404),
      owner: { status: 204, changes: ['uploads/mine-'] },
    }),
  ],
  'GET /media/:key': [
    withSession(({ sent }) => ({ params: { key: sent.image.replace('/media/', '') } }), {
      description: 'of the chat',
      other: rejectedWith(404),
      owner: OK,
    }),
    withSession(({ draftPicture }) => ({ params: { key: draftPicture.replace('/media/', '') } }), {
      description: 'of the draft',
      other: rejectedWith(404),
      owner: OK,
    }),
    withSession(({ draftTextPicture }) => ({ params: { key: draftTextPicture } }), {
      description: 'of the text of the draft',
      other: rejectedWith(404),
      owner: OK,
    }),
    withSession(({ revisionPicture }) => ({ params: { key: revisionPicture.replace('/media/', '') } }), {
      description: 'of the former version of a story',
      other: rejectedWith(404),
      owner: OK,
    }),
    readWithSession(({ post }) => ({
      params: { key: post.blogImage.replace('/media/', '') },
      query: '?w=320',
    })),
    readWithSession(({ profilePic }) => ({ params: { key: profilePic.replace('/media/', '') } })),
    {
      ...sameForAll(OK, (_target, _me, { friend }) => ({
        params: { key: friend.post.blogImage.replace('/media/', '') },
        query: '?w=social',
      })),
      description: 'of a public story',
    },
  ],
  'GET /api/public/post/:slug': [
    {
      ...sameForAll(OK, (_target, _me, { friend }) => ({ params: { slug: friend.post.slug } })),
      description: 'of a public story',
    },
    {
      ...sameForAll(rejectedWith(404), ({ post }) => ({ params: { slug: post.slug } })),
      description: 'of a story for members',
    },
    {
      ...sameForAll(rejectedWith(404), ({ deletedPost }) => ({ params: { slug: deletedPost.slug } })),
      description: 'of a deleted story',
    },
  ],
  'GET /api/public/posts': OPEN,
  'GET /feed.xml': OPEN,
  'GET /author/:userId/feed.xml': [
    sameForAll(OK, (_target, _me, { friend }) => ({ params: { userId: friend.id } })),
    {
      ...sameForAll(rejectedWith(404), ({ id }) => ({ params: { userId: id } })),
      description: 'of an author without public stories',
    },
  ],
  'GET /place/:slug/feed.xml': [
    sameForAll(OK, () => ({ params: { slug: 'varanasi' } })),
    {
      ...sameForAll(rejectedWith(404), () => ({ params: { slug: 'jodhpur' } })),
      description: 'without public stories',
    },
  ],
  'GET /sitemap.xml': OPEN,
  'GET /robots.txt': OPEN,
  'GET /health/live': OPEN,
  'GET /health/ready': OPEN,
  'GET /metrics': [
    {
      ...sameForAll(rejectedWith(403), () => ({ headers: { 'X-Forwarded-For': '203.0.113.9' } })),
      description: 'through a proxy',
    },
    {
      ...sameForAll(OK, () => ({
        headers: { 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${MATRIX_METRICS_TOKEN}` },
      })),
      description: 'through a proxy, with the token of the operator',
    },
  ],
};
