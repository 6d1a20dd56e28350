/**
 * The lengths and sizes both sides use. Lengths are code points after NFC, sizes are bytes,
 * 1 kB = 1,000 bytes and 1 MB = 1,000,000 bytes.
 */
export const LIMITS = {
  fullName: 80,
  /** RFC 5321: a path is at most 256 octets, its two angle brackets included. */
  email: 254,
  passwordMin: 8,
  passwordMax: 256,
  postTitle: 200,
  postLocation: 120,
  /** UTF-8 bytes of `blogHtml`, or of `blogContent` where it is what was sent. */
  postContentBytes: 100_000,
  imageAlt: 300,
  messageText: 4_000,
  /** The beginning of a message that is quoted with its answer. */
  quoteText: 200,
  commentText: 2_000,
  searchQuery: 200,
  /** Decoded bytes of one picture. */
  imageBytes: 10_000_000,
  /** Width x height x frames of one picture. */
  imagePixels: 50_000_000,
  /** Characters of a `clientPostId`, `clientMessageId`, `clientCommentId`. */
  clientId: 64,
  /** Rows a page may ask for with `?limit=`. */
  pageMax: 100,
  /** Request body of the calls that may carry a picture, and of all others. */
  imageBodyBytes: 15_000_000,
  bodyBytes: 100_000,
} as const;

/** Every like counter starts here: the number shown is this plus the real likes. */
export const LIKE_BASE = 6;

/** Characters (graphemes) of a card's excerpt. */
export const EXCERPT_LENGTH = 150;

/** Widths in pixels in which a picture is kept; never enlarged. */
export const IMAGE_WIDTHS = [320, 960, 1600] as const;
