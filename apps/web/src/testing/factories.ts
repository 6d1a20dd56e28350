import type {
  Author,
  Card,
  Comment,
  Contact,
  Conversation,
  Draft,
  ErrorBody,
  Message,
  Notification,
  PlaceHit,
  PlacePage,
  Post,
  SavedPostResponse,
  SearchCard,
  SearchPage,
  Session,
  User,
} from '@safarnama/contracts';

let count = 0;

/** Creates a new id of 24 hex characters. */
export function buildId(): string {
  count += 1;
  return count.toString(16).padStart(24, '0');
}

export function buildUser(overrides: Partial<User> = {}): User {
  return {
    _id: buildId(),
    fullName: 'मीरा नायर',
    email: 'meera@example.org',
    bio: '',
    language: 'en',
    profilePic: '',
    createdAt: '2026-02-03T04:05:06.000Z',
    ...overrides,
  };
}

/** Builds a session, by default on another device. */
export function buildSession(overrides: Partial<Session> = {}): Session {
  return {
    _id: buildId(),
    createdAt: '2026-02-03T04:05:06.000Z',
    lastSeenAt: '2026-02-03T04:05:06.000Z',
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    current: false,
    ...overrides,
  };
}

export function buildAuthor(overrides: Partial<Author> = {}): Author {
  return { _id: buildId(), fullName: 'অরুণ সেন', profilePic: '', ...overrides };
}

export function buildContact(overrides: Partial<Contact> = {}): Contact {
  return {
    ...buildAuthor(),
    createdAt: '2026-02-03T04:05:06.000Z',
    unreadCount: 0,
    isBlocked: false,
    ...overrides,
  };
}

export function buildCard(overrides: Partial<Card> = {}): Card {
  const id = buildId();
  return {
    _id: id,
    blogTitle: 'जयपुर की सुबह',
    excerpt: 'छत से शहर गुलाबी था',
    blogImage: '',
    blogImageAlt: '',
    blogImageMeta: null,
    blogLocation: 'जयपुर',
    place: { _id: 'gn-1269515', slug: 'jaipur', name: 'Jaipur', state: 'Rajasthan' },
    landscape: 'city',
    slug: `जयपुर-की-सुबह-${id}`,
    createdAt: '2026-01-05T23:30:00.000Z',
    updatedAt: '2026-01-05T23:30:00.000Z',
    publishedAt: '2026-01-05T23:30:00.000Z',
    visibility: 'members',
    authorId: buildAuthor(),
    likeCount: 6,
    likedByMe: false,
    bookmarkedByMe: false,
    commentCount: 0,
    version: 1,
    readMinutes: 1,
    ...overrides,
  };
}

export function buildPlaceHit(overrides: Partial<PlaceHit> = {}): PlaceHit {
  return {
    _id: 'gn-1253405',
    slug: 'varanasi',
    name: 'Varanasi',
    localName: 'वाराणसी',
    kind: 'town',
    state: 'Uttar Pradesh',
    district: 'Varanasi',
    lat: 25.3176,
    lon: 83.0059,
    storyCount: 12,
    matched: overrides.name ?? 'Varanasi',
    ...overrides,
  };
}

/** The content of a place's page; by default, the place lies in a district and has no places nearby. */
export function buildPlacePage(overrides: Partial<PlacePage> = {}): PlacePage {
  return {
    ...buildPlaceHit(overrides),
    otherNames: [],
    parent: buildPlaceHit({ _id: 'sf-district', slug: 'varanasi-district', kind: 'district' }),
    nearby: [],
    within: [],
    authors: [],
    ...overrides,
  };
}

export function buildSearchCard(overrides: Partial<SearchCard> = {}): SearchCard {
  return { ...buildCard(), matches: { title: [], excerpt: [] }, ...overrides };
}

/** Builds a search result of a single page. */
export function buildSearchPage(posts: SearchCard[] = [], overrides: Partial<SearchPage> = {}): SearchPage {
  return {
    posts,
    nextCursor: null,
    total: posts.length,
    people: [],
    places: [],
    corrected: null,
    ...overrides,
  };
}

export function buildPost(overrides: Partial<Post> = {}): Post {
  const { excerpt, ...card } = buildCard();
  return {
    ...card,
    blogContent: excerpt,
    blogHtml: `<p>${excerpt}</p>`,
    pictures: [],
    visitedOn: null,
    ...overrides,
  };
}

/** A comment on a story, as the API returns it. */
export function buildComment(overrides: Partial<Comment> = {}): Comment {
  return {
    _id: buildId(),
    text: 'কোন ঘাট? 🛶',
    createdAt: '2026-03-01T10:00:00.000Z',
    authorId: buildAuthor(),
    parentId: null,
    editedAt: null,
    deletedAt: null,
    ...overrides,
  };
}

export function buildDraft(overrides: Partial<Draft> = {}): Draft {
  return {
    _id: buildId(),
    key: '11111111-2222-4333-8444-555555555555',
    blogTitle: '',
    blogHtml: '',
    blogImage: '',
    blogImageAlt: '',
    blogImageMeta: null,
    blogLocation: '',
    placeId: null,
    place: null,
    isPlaceChosen: Boolean(overrides.place),
    visitedOn: null,
    visibility: 'members',
    isUnpublished: false,
    baseVersion: null,
    version: 1,
    publishAt: null,
    publishError: null,
    publishErrorCode: null,
    createdAt: '2026-02-03T04:05:06.000Z',
    updatedAt: '2026-02-03T04:05:06.000Z',
    ...overrides,
  };
}

/** The response to creating or updating `post`. */
export function buildSavedPost(post: Post, excerpt = post.blogContent): SavedPostResponse {
  const { blogContent: _content, blogHtml: _html, pictures: _pictures, ...rest } = post;
  return { post, card: { ...rest, excerpt } };
}

export function buildMessage(overrides: Partial<Message> = {}): Message {
  return {
    _id: buildId(),
    senderId: buildId(),
    receiverId: buildId(),
    text: 'வணக்கம்',
    image: '',
    createdAt: '2026-03-01T10:00:00.000Z',
    post: null,
    quotedText: '',
    ...overrides,
  };
}

/** Builds a page of a conversation without changes, in which everything is read. */
export function buildConversation(
  messages: Message[] = [],
  nextCursor: string | null = null,
  overrides: Partial<Conversation> = {},
): Conversation {
  return {
    messages_between_sender_receiver: messages,
    nextCursor,
    changeNumber: 0,
    unreadCount: 0,
    isBlocked: false,
    canMessage: true,
    ...overrides,
  };
}

export function buildNotification(overrides: Partial<Notification> = {}): Notification {
  const { email: _email, bio: _bio, ...meera } = buildUser({ fullName: 'Meera' });
  return {
    _id: buildId(),
    kind: 'like',
    people: [meera],
    peopleCount: 1,
    commentId: null,
    post: { slug: 'ghats', blogTitle: 'घाट पर सुबह' },
    createdAt: '2026-11-20T05:00:00.000Z',
    readAt: null,
    ...overrides,
  };
}

export function buildError(message: string, code = 'some_code'): ErrorBody {
  return { message, code, requestId: 'test' };
}
