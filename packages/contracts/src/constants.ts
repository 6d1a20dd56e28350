import { LIMITS } from './limits.js';

/*
 * Messages, names and timings that both apps use. They are separate from the schemas so that a client that needs only
 * these does not load the validator.
 */

export const INVALID_EMAIL = 'Please enter a valid email address';

export const PASSWORD_TOO_SHORT = `Password must be at least ${LIMITS.passwordMin} characters`;

/** The title is empty, or the content has no text apart from its markup. */
export const POST_REQUIRED = 'Title and content are required.';

/** The content is too long, before or after sanitizing. */
export const CONTENT_TOO_LONG = `Content must be at most ${LIMITS.postContentBytes / 1000} kB`;

/** The text has more pictures than a story may have. */
export const TOO_MANY_PICTURES = `A story can have at most ${LIMITS.storyPictures} pictures`;

/** Message of `connect_error` for a handshake without a valid session. */
export const NOT_AUTHENTICATED = 'Not Authenticated.';

/** Message of `connect_error` for a user who already has `MAX_SOCKETS_PER_USER` open. */
export const TOO_MANY_TABS = 'Too many open tabs';

/** Message of a 429 beyond a rate limit, and of `connect_error` for a user who connects or sends too often. */
export const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment.';

/** Maximum number of open sockets of one user, over all tabs and devices. */
export const MAX_SOCKETS_PER_USER = 50;

/** Maximum number of stories whose comments one socket can receive as they change. */
export const MAX_WATCHED_POSTS = 20;

/** Header of a request that sends a message: the id of the sender's socket, whose client already shows the message. */
export const SOCKET_ID_HEADER = 'X-Socket-Id';

/**
 * Header with the id of the user a page shows as signed in. The session cookie, shared by all tabs, may belong to
 * another user by now.
 */
export const USER_ID_HEADER = 'X-User-Id';

/** Emoji that a user can react with. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
export type ReactionEmoji = (typeof REACTIONS)[number];

/** How long a sender can delete a message for both users. */
export const DELETE_FOR_BOTH_MS = 60 * 60 * 1000;

/** How long an author can restore a deleted story. */
export const UNDELETE_MS = 10 * 60 * 1000;

/** Who may read a story: every signed-in user, or everyone, also guests and search engines. */
export const VISIBILITIES = ['members', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
export const DEFAULT_VISIBILITY: Visibility = 'members';

/** `?w=` of the crop of a picture that other sites show with a link: a JPEG of `SOCIAL_WIDTH` x `SOCIAL_HEIGHT`. */
export const SOCIAL_SIZE = 'social';
export const SOCIAL_WIDTH = 1200;
export const SOCIAL_HEIGHT = 630;

/** Number of versions of a story that are stored, the current one included. */
export const MAX_REVISIONS = 50;

/** Minimum time by which the publication of a draft can be scheduled ahead. */
export const MIN_SCHEDULE_MS = 60 * 1000;

/** Orders of the list of all stories. */
export const HOME_SORTS = ['newest', 'liked'] as const;
export type HomeSort = (typeof HOME_SORTS)[number];

/** What a notification is about; `story` is a new story of a followed author, of whom at most one is unread. */
export const NOTIFICATION_KINDS = ['like', 'comment', 'reply', 'story', 'follow'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
/** Maximum number of users that a notification names. */
export const NOTIFICATION_PEOPLE = 3;

/**
 * Maximum count of unread messages in a conversation. This number as a count means that there may be more: it is the
 * count when more messages than this follow the last read one, deleted ones included.
 */
export const MAX_UNREAD_COUNT = 1_000;

/** How long a client shows a typing indicator after the last event. */
export const TYPING_TTL_MS = 5_000;
/** Shortest time between two typing events that a client sends. */
export const TYPING_INTERVAL_MS = 1_000;
