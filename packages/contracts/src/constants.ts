import { LIMITS } from './limits.js';

/*
 * What both sides say and name. Apart from the schemas: a client that needs only these words does not load the
 * validator with them.
 */

/** Said when the title is empty, or nothing is left of the content without its markup. */
export const POST_REQUIRED = 'Title and content are required.';

/** Said when the content is too long, before or after it was cleaned. */
export const CONTENT_TOO_LONG = `Content must be at most ${LIMITS.postContentBytes / 1000} kB`;

/** Said by `connect_error` when the handshake carries no valid session. */
export const NOT_AUTHENTICATED = 'Not Authenticated.';

/** Said by `connect_error` beyond `MAX_SOCKETS_PER_USER`. */
export const TOO_MANY_TABS = 'Too many open tabs';

/** Open sockets of one person, over all tabs and devices. */
export const MAX_SOCKETS_PER_USER = 50;

/** Header of a send that names the socket which shows the message already. */
export const SOCKET_ID_HEADER = 'X-Socket-Id';

/** Header that names whom a page shows as signed in: the cookie may be somebody else's by now, of another tab. */
export const USER_ID_HEADER = 'X-User-Id';

/** What one can say to a message with one tap. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
export type ReactionEmoji = (typeof REACTIONS)[number];

/** For so long one can delete one's own message for both. */
export const DELETE_FOR_BOTH_MS = 60 * 60 * 1000;

/** Said when one of two people has blocked the other. */
export const CANNOT_MESSAGE = 'You cannot message this person';

/** A typing sign is forgotten after this long; one is sent at most every `TYPING_INTERVAL_MS`. */
export const TYPING_TTL_MS = 5_000;
export const TYPING_INTERVAL_MS = 1_000;
