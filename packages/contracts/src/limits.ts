/**
 * Lengths and sizes that both sides use. Lengths are code points after NFC, sizes are bytes: 1 kB = 1,000 bytes,
 * 1 MB = 1,000,000 bytes.
 */
export const LIMITS = {
  fullName: 80,
  bio: 160,
  /** RFC 5321: a path is at most 256 octets, including its two angle brackets. */
  email: 254,
  passwordMin: 8,
  passwordMax: 256,
  postTitle: 200,
  postLocation: 120,
  /** UTF-8 bytes of `blogHtml`, or of `blogContent` without `blogHtml`: see `contentBytes`. */
  postContentBytes: 100_000,
  imageAlt: 300,
  /** Pictures in the text of a story. */
  storyPictures: 30,
  imageCaption: 300,
  messageText: 4_000,
  /** Beginning of a message that is quoted in a reply. */
  quoteText: 200,
  /** Words of a story that a message quotes. */
  quotedStoryText: 300,
  commentText: 2_000,
  searchQuery: 200,
  relatedPosts: 6,
  /** Users whom a user can follow. */
  follows: 2_000,
  /** Found stories are counted up to this number. */
  searchTotal: 1_000,
  placeQuery: 100,
  /** Highest `?limit=` of a search for places. */
  placesMax: 20,
  /** Decoded bytes of a picture. */
  imageBytes: 10_000_000,
  /** Width x height x frames of a picture. */
  imagePixels: 50_000_000,
  /** Characters of a `clientPostId`, `clientMessageId` or `clientCommentId`. */
  clientId: 64,
  /** Highest `?limit=` of a list. */
  pageMax: 100,
  /** Request body of the calls that accept a picture. */
  imageBodyBytes: 15_000_000,
  /** Request body of all other calls. */
  bodyBytes: 100_000,
} as const;

/** Number of rows on a page without `?limit=`. */
export const PAGE_LENGTHS = {
  cards: 20,
  /** Stories with their text. */
  stories: 200,
  comments: 50,
  drafts: 100,
  notifications: 20,
  contacts: 200,
  messages: 500,
  messageChanges: 200,
  blockedUsers: 20,
  places: 8,
} as const;

/** Base of every like counter: the number shown is this plus the stored likes. */
export const LIKE_BASE = 6;

/** Widths in pixels that can be requested, and at which photographs are stored; a picture is never enlarged. */
export const IMAGE_WIDTHS = [320, 960, 1600] as const;
