import type {
  Author,
  BodyOf,
  Card,
  Comment,
  Contact,
  Draft,
  EndpointKey,
  Message,
  Notification,
  PlaceHit,
  Post,
  PublicCard,
  PublicPost,
  PublicUser,
  ResponseOf,
  RevisionSummary,
  User,
} from '@safarnama/contracts';

interface Example<K extends EndpointKey> {
  /** Examples of parameters that have another meaning than in `PARAMETER_EXAMPLES`, by name. */
  parameters?: Readonly<Record<string, string>>;
  body?: BodyOf<K>;
  response?: ResponseOf<K>;
}

const ASHA_ID = '665f1c2ab7d3e84f91a0c5d1';
const RAVI_ID = '665f1c2ab7d3e84f91a0c5d2';
const POST_ID = '665f2d10b7d3e84f91a0c6a7';
const COMMENT_ID = '665f2e77b7d3e84f91a0c6f3';
const MESSAGE_ID = '665f30c4b7d3e84f91a0c7b8';
const REMOVED_MESSAGE_ID = '665f30d2b7d3e84f91a0c7bc';
const SESSION_ID = '665f1c2ab7d3e84f91a0c5e9';
const NOTIFICATION_ID = '665f2e77b7d3e84f91a0c6f9';
const DRAFT_KEY = '3f1d2c4b-5a69-4788-9b0c-1d2e3f405162';
const UPLOAD_ID = '8c1f0e5a3b7d49d2a6e4c0b9f1d27356';
const PICTURE_KEY = 'Yk3xW8rTq0nB5vLc2ZpH7gQd';

/** Within the time for which a draft can be scheduled, also when the process has been running for months. */
const PUBLISH_AT = `${new Date(Date.now() + 182 * 86_400_000).toISOString().slice(0, 10)}T02:30:00.000Z`;

/** A PNG of 4 x 3 pixels. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12N4MU0DjhhwcgCK8hPJV6l54AAAAABJRU5ErkJggg==';

/** Examples of parameters, by name. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, string | number>> = {
  id: POST_ID,
  key: DRAFT_KEY,
  userId: RAVI_ID,
  receiverId: RAVI_ID,
  messageId: MESSAGE_ID,
  commentId: COMMENT_ID,
  uploadId: UPLOAD_ID,
  slug: 'ghats-at-dawn',
  q: 'ghats',
  limit: 20,
  view: 'card',
  sort: 'newest',
  number: 1,
  month: '2024-06',
  since: 12,
  for: 'me',
  w: '960',
  'Tus-Resumable': '1.0.0',
  'Upload-Length': '3481029',
  'Upload-Metadata': 'filename Z2hhdC5qcGc=',
  'Upload-Offset': '262144',
  'X-Socket-Id': 'nB0gRc5ZtLq3mVxKAAAB',
};

const asha: Author = { _id: ASHA_ID, fullName: 'आशा वर्मा', profilePic: `/media/${PICTURE_KEY}` };
const ravi: PublicUser = {
  _id: RAVI_ID,
  fullName: 'Ravi Kumar',
  profilePic: '',
  createdAt: '2024-06-04T13:56:10.412Z',
};
const me = {
  ...asha,
  createdAt: '2024-06-04T13:52:42.006Z',
  email: 'asha@example.com',
  bio: 'Slow trains, old forts.',
  language: 'en',
} satisfies User;

const card: Card = {
  _id: POST_ID,
  blogTitle: 'Ghats at dawn',
  excerpt: 'The first boats left before the sun.',
  blogImage: `/media/${PICTURE_KEY}`,
  blogImageAlt: 'Boats on the Ganges in the morning mist',
  blogImageMeta: { width: 4, height: 3, thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' },
  blogLocation: 'Varanasi',
  place: { _id: 'gn-1253405', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' },
  landscape: 'river',
  slug: 'ghats-at-dawn',
  createdAt: '2024-06-04T15:07:28.530Z',
  updatedAt: '2024-06-04T15:07:28.530Z',
  publishedAt: '2024-06-04T15:07:28.530Z',
  visibility: 'members',
  authorId: asha,
  likeCount: 7,
  likedByMe: false,
  bookmarkedByMe: false,
  commentCount: 1,
  readMinutes: 1,
  version: 2,
};
const cardWithoutPicture: Card = { ...card, blogImage: '', blogImageAlt: '', blogImageMeta: null };
const { excerpt, ...rest } = card;
const post: Post = {
  ...rest,
  blogContent: excerpt,
  blogHtml: `<p>${excerpt}</p>`,
  pictures: [],
  visitedOn: '2024-03-12',
};
const savedAs = (version: number) => ({ post: { ...post, version }, card: { ...card, version } });
const ofRavi = { id: RAVI_ID };
const ofPlace = { slug: 'varanasi' };
const { likedByMe: _liked, bookmarkedByMe: _bookmarked, version: _version, ...guestCard } = card;
const publicCard: PublicCard = { ...guestCard, visibility: 'public' };
const { excerpt: _excerpt, ...guestPost } = publicCard;
const publicPost: PublicPost = {
  ...guestPost,
  blogContent: post.blogContent,
  blogHtml: post.blogHtml,
  pictures: [],
  visitedOn: post.visitedOn,
};
const cardPage = { posts: [card], nextCursor: null };
const postInput = {
  blogTitle: post.blogTitle,
  blogHtml: post.blogHtml,
  blogContent: post.blogContent,
  blogImageAlt: post.blogImageAlt,
  blogLocation: post.blogLocation,
  placeId: 'gn-1253405',
  visitedOn: post.visitedOn,
  visibility: post.visibility,
};

const place: PlaceHit = {
  _id: 'gn-1253405',
  slug: 'varanasi',
  name: 'Varanasi',
  localName: 'वाराणसी',
  kind: 'town',
  state: 'Uttar Pradesh',
  district: 'Varanasi',
  lat: 25.3167,
  lon: 83.0104,
  storyCount: 12,
  matched: 'Banaras',
};

const comment: Comment = {
  _id: COMMENT_ID,
  text: 'सुंदर! Which boat did you take?',
  createdAt: '2024-06-04T15:13:27.118Z',
  authorId: { _id: RAVI_ID, fullName: ravi.fullName, profilePic: '' },
  parentId: null,
  editedAt: null,
  deletedAt: null,
};

const revision: RevisionSummary = {
  number: 1,
  createdAt: '2024-06-04T15:07:28.530Z',
  blogTitle: 'Ghats in the morning',
  words: 8,
  restoredFrom: null,
};
const { words: _words, ...revisionFields } = revision;

const draft: Draft = {
  _id: '665f2f91b7d3e84f91a0c754',
  key: DRAFT_KEY,
  blogTitle: 'Tea in Darjeeling',
  blogHtml: '<p>Mist until noon.</p>',
  blogImage: '',
  blogImageAlt: '',
  blogImageMeta: null,
  blogLocation: 'Darjeeling',
  placeId: null,
  place: null,
  isPlaceChosen: false,
  visitedOn: null,
  visibility: 'members',
  isUnpublished: false,
  baseVersion: null,
  version: 1,
  publishAt: null,
  publishError: null,
  publishErrorCode: null,
  createdAt: '2024-06-05T08:20:01.774Z',
  updatedAt: '2024-06-05T08:20:01.774Z',
};

const message: Message = {
  _id: MESSAGE_ID,
  senderId: ASHA_ID,
  receiverId: RAVI_ID,
  text: 'Which ghat is quiet in the morning?',
  image: '',
  createdAt: '2024-06-04T15:23:16.902Z',
  post: null,
  quotedText: '',
};
const sharedStory = {
  postId: POST_ID,
  post: {
    slug: 'ghats-at-dawn',
    blogTitle: 'Ghats at dawn',
    blogImage: `/media/${PICTURE_KEY}`,
    authorName: 'आशा वर्मा',
  },
  quotedText: 'The first boats left before the sun.',
};
const clientMessageId = '0b9f6a1e-7c52-4d7e-8c7a-2f9a1b3c4d5e';
const reactedMessage: Message = { ...message, reactions: [{ userId: RAVI_ID, emoji: '🙏' }] };
const contact: Contact = { ...ravi, lastMessage: message, unreadCount: 1, isBlocked: false };
const notification: Notification = {
  _id: NOTIFICATION_ID,
  kind: 'comment',
  people: [ravi],
  peopleCount: 1,
  post: { slug: post.slug, blogTitle: post.blogTitle },
  commentId: COMMENT_ID,
  createdAt: comment.createdAt,
  readAt: null,
};
const notificationSettings = { like: true, comment: true, reply: true, story: true, follow: false };
const signedOut = { message: 'Signed out' };

/**
 * Parameters, a request body and a response of each call that has them. A test sends the bodies and compares the
 * responses.
 */
export const EXAMPLES: { readonly [K in EndpointKey]?: Example<K> } = {
  'POST /api/auth/signup': {
    body: { fullName: me.fullName, email: me.email, password: 'monsoon-kochi-7' },
    response: { ...me, profilePic: '', bio: '' },
  },
  'POST /api/auth/login': { body: { email: me.email, password: 'monsoon-kochi-7' }, response: me },
  'GET /api/auth/check-auth': { response: me },
  'POST /api/auth/logout': { response: { message: 'Logged out' } },
  'PUT /api/auth/update-profile': {
    body: { fullName: me.fullName, bio: me.bio, language: me.language, profilePic: PICTURE },
    response: me,
  },
  'POST /api/auth/reset-password': {
    body: {
      token: 'Zl8cKrfT6E-RoMXRJlVdSbT0bYcXq2mVw1n8uQ3sH5kP7dL9aF4gJ6eI0oU',
      password: 'monsoon-kochi-8',
    },
    response: { message: 'Your password has been changed. Please sign in.' },
  },
  'GET /api/auth/sessions': {
    response: {
      sessions: [
        {
          _id: SESSION_ID,
          createdAt: '2024-06-04T13:52:42.010Z',
          lastSeenAt: '2024-06-05T08:19:55.201Z',
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
          current: true,
        },
      ],
    },
  },
  'DELETE /api/auth/sessions/:id': { parameters: { id: SESSION_ID }, response: signedOut },
  'POST /api/auth/logout-others': { response: { message: 'All other sessions are signed out' } },
  'GET /api/auth/privacy': { response: { appearOffline: false } },
  'PUT /api/auth/privacy': { body: { appearOffline: true }, response: { appearOffline: true } },
  'POST /api/newsletter/subscribe': {
    body: { email: 'reader@example.com' },
    response: { message: 'Thank You for your Subscription' },
  },
  'GET /api/user/:id': { parameters: ofRavi, response: { user: ravi } },
  'POST /api/post/create-post': {
    body: { ...postInput, blogImage: PICTURE, draftKey: DRAFT_KEY },
    response: savedAs(1),
  },
  'PUT /api/post/update-post/:id': { body: { ...postInput, version: 2 }, response: savedAs(3) },
  'DELETE /api/post/delete-post/:id': { response: { _id: POST_ID, message: 'Post deleted' } },
  'GET /api/post/deleted': {
    response: { posts: [{ ...card, deletedAt: '2024-06-05T09:41:16.290Z' }], nextCursor: null },
  },
  'POST /api/post/:id/undelete': { response: savedAs(2) },
  'POST /api/post/:id/unpublish': { response: { draft: { ...draft, postId: POST_ID, isUnpublished: true } } },
  'GET /api/post/getpost/:slug': { response: { post } },
  'GET /api/post/getposts': { response: cardPage },
  'GET /api/post/my-posts': { response: cardPage },
  'GET /api/post/my-posts/:id': { response: { post } },
  'GET /api/post/by-author/:userId': {
    response: {
      ...cardPage,
      author: { ...asha, createdAt: me.createdAt, bio: me.bio, followerCount: 3, followedByMe: true },
      places: [place],
    },
  },
  'GET /api/post/search': {
    response: {
      posts: [{ ...card, matches: { title: [[0, 5]], excerpt: [] } }],
      nextCursor: null,
      total: 1,
      people: [],
      places: [],
      corrected: null,
    },
  },
  'GET /api/post/suggest': {
    response: { stories: [{ slug: card.slug, blogTitle: card.blogTitle }], places: [], people: [] },
  },
  'GET /api/place/search': { parameters: { q: 'Banaras' }, response: { places: [place] } },
  'GET /api/place/map': {
    response: {
      states: [{ slug: 'uttar-pradesh', name: 'Uttar Pradesh', storyCount: 12 }],
      points: [{ slug: 'varanasi', name: 'Varanasi', lat: 25.3167, lon: 83.0104, storyCount: 12 }],
      total: 12,
    },
  },
  'GET /api/place/:slug': {
    parameters: ofPlace,
    response: {
      place: {
        ...place,
        matched: place.name,
        otherNames: ['Banaras', 'Benares', 'Kashi', 'काशी'],
        parent: {
          ...place,
          _id: 'sf-district-varanasi-uttar-pradesh',
          slug: 'varanasi-uttar-pradesh',
          kind: 'district',
          lat: 25.39,
          lon: 82.92,
          matched: place.name,
        },
        nearby: [],
        within: [],
        authors: [{ ...asha, createdAt: me.createdAt }],
      },
    },
  },
  'GET /api/place/:slug/posts': { parameters: ofPlace, response: cardPage },
  'GET /api/post/:id/related': { response: { posts: [] } },
  'GET /api/post/bookmarks': {
    response: { ...cardPage, posts: [{ ...cardWithoutPicture, bookmarkedByMe: true }] },
  },
  'GET /api/post/:id/revisions': { response: { revisions: [revision], nextCursor: null } },
  'GET /api/post/:id/revisions/:number': {
    response: {
      revision: {
        ...revisionFields,
        blogHtml: post.blogHtml,
        blogContent: post.blogContent,
        blogImage: post.blogImage,
        blogImageMeta: post.blogImageMeta,
        blogImageAlt: post.blogImageAlt,
        blogLocation: post.blogLocation,
        placeId: 'gn-1253405',
        place: post.place,
        visitedOn: post.visitedOn,
        visibility: post.visibility,
        pictures: [],
        missingPictures: [],
      },
    },
  },
  'POST /api/post/:id/revisions/:number/restore': { response: savedAs(3) },
  'PUT /api/post/:id/like': { response: { likeCount: 8, likedByMe: true } },
  'DELETE /api/post/:id/like': { response: { likeCount: 7, likedByMe: false } },
  'PUT /api/post/:id/bookmark': { response: { bookmarkedByMe: true } },
  'DELETE /api/post/:id/bookmark': { response: { bookmarkedByMe: false } },
  'GET /api/post/:id/comments': { response: { comments: [comment], nextCursor: null } },
  'POST /api/post/:id/comments': { body: { text: comment.text }, response: { comment } },
  'PUT /api/post/:id/comments/:commentId': {
    body: { text: comment.text },
    response: { comment: { ...comment, editedAt: '2024-06-04T15:16:02.401Z' } },
  },
  'DELETE /api/post/:id/comments/:commentId': { response: { _id: COMMENT_ID } },
  'GET /api/public/post/:slug': { response: { post: publicPost } },
  'GET /api/public/posts': { response: { posts: [publicCard], nextCursor: null } },
  'GET /api/drafts': { response: { drafts: [draft], nextCursor: null } },
  'GET /api/drafts/:key': { response: { draft } },
  'PUT /api/drafts/:key': {
    body: {
      blogTitle: draft.blogTitle,
      blogHtml: draft.blogHtml,
      blogLocation: draft.blogLocation,
      version: 0,
    },
    response: { draft },
  },
  'PUT /api/drafts/:key/schedule': {
    body: { publishAt: PUBLISH_AT },
    response: { draft: { ...draft, publishAt: PUBLISH_AT } },
  },
  'DELETE /api/drafts/:key': { response: { message: 'Draft deleted' } },
  'GET /api/message/get-all-users': { parameters: { q: 'Ravi' }, response: [contact] },
  'GET /api/message/:id': {
    parameters: ofRavi,
    response: {
      messages_between_sender_receiver: [reactedMessage],
      nextCursor: null,
      changeNumber: 12,
      unreadCount: 1,
      isBlocked: false,
      canMessage: true,
    },
  },
  'POST /api/message/send/:receiverId': {
    body: { text: message.text, clientMessageId, postId: POST_ID, quotedText: sharedStory.quotedText },
    response: { ...message, ...sharedStory, clientMessageId },
  },
  'GET /api/message/unread': { response: { total: 1, byUser: { [RAVI_ID]: 1 } } },
  'POST /api/message/:userId/delivered': { body: { upTo: MESSAGE_ID }, response: { unreadCount: 1 } },
  'POST /api/message/:userId/read': { body: { upTo: MESSAGE_ID }, response: { unreadCount: 0 } },
  'GET /api/message/:userId/changes': {
    response: {
      messages: [reactedMessage],
      removed: [REMOVED_MESSAGE_ID],
      changeNumber: 14,
      hasMore: false,
    },
  },
  'DELETE /api/message/:id': { parameters: { id: MESSAGE_ID }, response: { _id: MESSAGE_ID } },
  'PUT /api/message/:messageId/reaction': { body: { emoji: '🙏' }, response: { message: reactedMessage } },
  'DELETE /api/message/:messageId/reaction': { response: { message } },
  'PUT /api/message/:userId/block': { response: { isBlocked: true } },
  'DELETE /api/message/:userId/block': { response: { isBlocked: false } },
  'GET /api/message/blocked': { response: { users: [ravi], nextCursor: null } },
  'PUT /api/user/:id/follow': { parameters: ofRavi, response: { followedByMe: true, followerCount: 3 } },
  'DELETE /api/user/:id/follow': { parameters: ofRavi, response: { followedByMe: false, followerCount: 2 } },
  'GET /api/post/following': { response: { ...cardPage, posts: [cardWithoutPicture] } },
  'GET /api/notifications': {
    response: { notifications: [notification], unreadCount: 1, nextCursor: null },
  },
  'POST /api/notifications/read': {
    body: { upTo: NOTIFICATION_ID, createdAt: notification.createdAt },
    response: { unreadCount: 0 },
  },
  'GET /api/notifications/settings': { response: notificationSettings },
  'PUT /api/notifications/settings': { body: notificationSettings, response: notificationSettings },
  'GET /place/:slug/feed.xml': { parameters: ofPlace },
  'GET /media/:key': { parameters: { key: PICTURE_KEY } },
  'GET /health/live': { response: { status: 'up' } },
  'GET /health/ready': { response: { database: 'up' } },
};
