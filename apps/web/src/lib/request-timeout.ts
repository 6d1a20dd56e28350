/**
 * Maximum duration of a request without a picture, in ms. Without it, requests would wait for ever on a network that
 * drops packets silently, and block the requests after them.
 */
export const REQUEST_TIMEOUT_MS = 15_000;
