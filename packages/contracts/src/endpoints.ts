import * as z from 'zod/mini';
import {
  loginInputSchema,
  privacySchema,
  resetPasswordInputSchema,
  sessionsResponseSchema,
  signupInputSchema,
  subscribeInputSchema,
  updateProfileInputSchema,
} from './auth.js';
import {
  blockedPageSchema,
  blockResponseSchema,
  changesQuerySchema,
  changesSchema,
  contactListQuerySchema,
  contactSchema,
  conversationQuerySchema,
  conversationSchema,
  deletedMessageSchema,
  deleteMessageQuerySchema,
  messageInputSchema,
  messageResponseSchema,
  messageSchema,
  reactionInputSchema,
  receiptInputSchema,
  unreadCountSchema,
  unreadSchema,
} from './message.js';
import {
  authorPageSchema,
  bookmarkResponseSchema,
  cardPageSchema,
  commentInputSchema,
  commentPageSchema,
  commentResponseSchema,
  deletedCommentSchema,
  deletedPostSchema,
  draftConflictSchema,
  draftInputSchema,
  draftResponseSchema,
  draftsResponseSchema,
  likeResponseSchema,
  postInputSchema,
  postListQuerySchema,
  postPageSchema,
  postResponseSchema,
  savedPostResponseSchema,
  searchQuerySchema,
} from './post.js';
import { imageQuerySchema, noticeSchema, objectIdSchema, pageQuerySchema, uuidSchema } from './primitives.js';
import { userResponseSchema, userSchema } from './user.js';

/**
 * Who may call: `anyone`; `user`: whoever is signed in; `owner`: signed in, and only for what is
 * one's own (another's answers 403, or 404 where its existence is not for others);
 * `operator`: by token or from this machine.
 */
export type Access = 'anyone' | 'user' | 'owner' | 'operator';

type Schema = z.core.$ZodType;

/** One row of the table. */
export interface Endpoint {
  access: Access;
  /** What it does, in one line. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Successful answers: a schema for JSON, else the media type. */
  responses: Readonly<Record<number, Schema | string>>;
  /** Failures of its own, beside those every call may have (401, 403 of a foreign origin, 429, 503, 413, 415). */
  errors?: readonly number[];
  /** Those of them that say more than every error does. */
  errorResponses?: Readonly<Record<number, Schema>>;
}

const id = z.object({ id: objectIdSchema });
const userId = z.object({ userId: objectIdSchema });
const messageId = z.object({ messageId: objectIdSchema });
const draftKey = z.object({ key: uuidSchema });
const health = z.object({
  database: z.enum(['up', 'down']),
  /** Only where Redis is configured. */
  redis: z.exactOptional(z.enum(['up', 'down'])),
});

/** Every call of the API, by method and path. A path parameter is `:name`. */
export const endpoints = {
  'POST /api/auth/signup': {
    access: 'anyone',
    summary: 'Creates an account and signs in',
    body: signupInputSchema,
    responses: { 201: userSchema },
    errors: [400, 409],
  },
  'POST /api/auth/login': {
    access: 'anyone',
    summary: 'Signs in',
    body: loginInputSchema,
    responses: { 200: userSchema },
    errors: [400, 401],
  },
  'GET /api/auth/check-auth': {
    access: 'user',
    summary: 'Who is signed in',
    responses: { 200: userSchema },
  },
  'POST /api/auth/logout': {
    access: 'anyone',
    summary: 'Ends the session, if there is one',
    responses: { 200: noticeSchema },
  },
  'PUT /api/auth/update-profile': {
    access: 'user',
    summary: 'Changes name, picture or password',
    body: updateProfileInputSchema,
    responses: { 200: userSchema },
    errors: [400, 403],
  },
  'POST /api/auth/reset-password': {
    access: 'anyone',
    summary: 'Sets a new password by a one-time link of the operator, and ends every session of the person',
    body: resetPasswordInputSchema,
    responses: { 200: noticeSchema },
    errors: [400],
  },
  'GET /api/auth/sessions': {
    access: 'user',
    summary: "One's living sessions",
    responses: { 200: sessionsResponseSchema },
  },
  'DELETE /api/auth/sessions/:id': {
    access: 'owner',
    summary: 'Ends one of one’s sessions',
    params: id,
    responses: { 200: noticeSchema },
    errors: [400, 404],
  },
  'POST /api/auth/logout-others': {
    access: 'user',
    summary: 'Ends all sessions but this one',
    responses: { 200: noticeSchema },
  },
  'GET /api/auth/privacy': {
    access: 'user',
    summary: 'What others may know of one',
    responses: { 200: privacySchema },
  },
  'PUT /api/auth/privacy': {
    access: 'user',
    summary: 'Appears offline to everybody, or no longer',
    body: privacySchema,
    responses: { 200: privacySchema },
    errors: [400],
  },
  'POST /api/newsletter/subscribe': {
    access: 'user',
    summary: 'Keeps an address for the newsletter; also when known',
    body: subscribeInputSchema,
    responses: { 200: noticeSchema },
    errors: [400],
  },
  'POST /api/post/create-post': {
    access: 'user',
    summary: 'Publishes a story; 200 with the stored one when clientPostId is known',
    body: postInputSchema,
    responses: { 200: savedPostResponseSchema, 201: savedPostResponseSchema },
    errors: [400],
  },
  'PUT /api/post/update-post/:id': {
    access: 'owner',
    summary: 'Replaces text, picture and location of a story; its slug stays',
    params: id,
    body: postInputSchema,
    responses: { 200: savedPostResponseSchema },
    errors: [400, 403, 404],
  },
  'DELETE /api/post/delete-post/:id': {
    access: 'owner',
    summary: 'Deletes a story',
    params: id,
    responses: { 200: deletedPostSchema },
    errors: [400, 403, 404],
  },
  'GET /api/post/getpost/:slug': {
    access: 'user',
    summary: 'One story by its slug',
    params: z.object({ slug: z.string() }),
    responses: { 200: postResponseSchema },
    errors: [404],
  },
  'GET /api/post/getposts': {
    access: 'user',
    summary: 'All stories, newest first',
    query: postListQuerySchema,
    responses: { 200: postPageSchema },
    errors: [400],
  },
  'GET /api/post/my-posts': {
    access: 'user',
    summary: "One's own stories, newest first",
    query: postListQuerySchema,
    responses: { 200: postPageSchema },
    errors: [400],
  },
  'GET /api/post/my-posts/:id': {
    access: 'owner',
    summary: 'Get one of your own stories by its id',
    params: id,
    responses: { 200: postResponseSchema },
    errors: [400, 403, 404],
  },
  'GET /api/post/by-author/:userId': {
    access: 'user',
    summary: 'The stories of one person, newest first',
    params: userId,
    query: postListQuerySchema,
    responses: { 200: authorPageSchema },
    errors: [400, 404],
  },
  'GET /api/post/search': {
    access: 'user',
    summary: 'Stories whose title, text, place or author has all words, or their beginnings',
    query: searchQuerySchema,
    responses: { 200: cardPageSchema },
    errors: [400],
  },
  'GET /api/post/bookmarks': {
    access: 'user',
    summary: "One's bookmarked stories, latest bookmark first",
    query: pageQuerySchema,
    responses: { 200: cardPageSchema },
    errors: [400],
  },
  'PUT /api/post/:id/like': {
    access: 'user',
    summary: 'Likes a story of somebody else; again changes nothing',
    params: id,
    responses: { 200: likeResponseSchema },
    errors: [400, 403, 404],
  },
  'DELETE /api/post/:id/like': {
    access: 'user',
    summary: 'Takes a like back; again changes nothing',
    params: id,
    responses: { 200: likeResponseSchema },
    errors: [400, 404],
  },
  'PUT /api/post/:id/bookmark': {
    access: 'user',
    summary: 'Bookmarks a story; again changes nothing',
    params: id,
    responses: { 200: bookmarkResponseSchema },
    errors: [400, 404],
  },
  'DELETE /api/post/:id/bookmark': {
    access: 'user',
    summary: 'Removes a bookmark; again changes nothing',
    params: id,
    responses: { 200: bookmarkResponseSchema },
    errors: [400, 404],
  },
  'GET /api/post/:id/comments': {
    access: 'user',
    summary: 'Comments of a story, oldest first',
    params: id,
    query: pageQuerySchema,
    responses: { 200: commentPageSchema },
    errors: [400, 404],
  },
  'POST /api/post/:id/comments': {
    access: 'user',
    summary: 'Comments a story; 200 with the stored comment when clientCommentId is known',
    params: id,
    body: commentInputSchema,
    responses: { 200: commentResponseSchema, 201: commentResponseSchema },
    errors: [400, 404],
  },
  'DELETE /api/post/:id/comments/:commentId': {
    access: 'owner',
    summary: 'Deletes a comment: for its writer and for the author of the story',
    params: z.object({ id: objectIdSchema, commentId: objectIdSchema }),
    responses: { 200: deletedCommentSchema },
    errors: [400, 403, 404],
  },
  'GET /api/drafts': {
    access: 'user',
    summary: "One's drafts, latest first",
    query: pageQuerySchema,
    responses: { 200: draftsResponseSchema },
    errors: [400],
  },
  'GET /api/drafts/:key': {
    access: 'owner',
    summary: 'One draft',
    params: draftKey,
    responses: { 200: draftResponseSchema },
    errors: [400, 404],
  },
  'PUT /api/drafts/:key': {
    access: 'user',
    summary: 'Keeps a draft; 409 with the stored one when the version is behind',
    params: draftKey,
    body: draftInputSchema,
    responses: { 200: draftResponseSchema },
    errors: [400, 404, 409],
    errorResponses: { 409: draftConflictSchema },
  },
  'DELETE /api/drafts/:key': {
    access: 'user',
    summary: 'Deletes a draft; also when it is gone',
    params: draftKey,
    responses: { 200: noticeSchema },
    errors: [400],
  },
  'GET /api/message/get-all-users': {
    access: 'user',
    summary: 'People to write to, latest conversation first, then by name; next page in the Link header',
    query: contactListQuerySchema,
    responses: { 200: z.array(contactSchema) },
    errors: [400],
  },
  'GET /api/message/:id': {
    access: 'user',
    summary: 'The conversation with the person of this id',
    params: id,
    query: conversationQuerySchema,
    responses: { 200: conversationSchema },
    errors: [400, 404],
  },
  'POST /api/message/send/:receiverId': {
    access: 'user',
    summary: 'Sends a message; 200 with the stored one when clientMessageId is known',
    params: z.object({ receiverId: objectIdSchema }),
    body: messageInputSchema,
    responses: { 200: messageSchema, 201: messageSchema },
    errors: [400, 403, 404],
  },
  'GET /api/message/unread': {
    access: 'user',
    summary: 'How many messages one has not read, in all and by person',
    responses: { 200: unreadSchema },
  },
  'POST /api/message/:userId/delivered': {
    access: 'user',
    summary: "That person's messages up to one have arrived; never goes back",
    params: userId,
    body: receiptInputSchema,
    responses: { 200: unreadCountSchema },
    errors: [400, 404],
  },
  'POST /api/message/:userId/read': {
    access: 'user',
    summary: "That person's messages up to one are read; never goes back",
    params: userId,
    body: receiptInputSchema,
    responses: { 200: unreadCountSchema },
    errors: [400, 404],
  },
  'GET /api/message/:userId/changes': {
    access: 'user',
    summary: 'What happened to older messages of a conversation since a change number',
    params: userId,
    query: changesQuerySchema,
    responses: { 200: changesSchema },
    errors: [400, 404],
  },
  'DELETE /api/message/:id': {
    access: 'owner',
    summary:
      'Deletes the message of this id for oneself, or within an hour one’s own for both; also when it is deleted',
    params: id,
    query: deleteMessageQuerySchema,
    responses: { 200: deletedMessageSchema },
    errors: [400, 403, 404],
  },
  'PUT /api/message/:messageId/reaction': {
    access: 'owner',
    summary: "One's reaction to a message of one's conversation; replaces an earlier one",
    params: messageId,
    body: reactionInputSchema,
    responses: { 200: messageResponseSchema },
    errors: [400, 403, 404],
  },
  'DELETE /api/message/:messageId/reaction': {
    access: 'owner',
    summary: "Takes one's reaction back; also when there is none",
    params: messageId,
    responses: { 200: messageResponseSchema },
    errors: [400, 403, 404],
  },
  'PUT /api/message/:userId/block': {
    access: 'user',
    summary: 'Blocks a person: neither can write to the other nor sees whether they are online',
    params: userId,
    responses: { 200: blockResponseSchema },
    errors: [400, 404],
  },
  'DELETE /api/message/:userId/block': {
    access: 'user',
    summary: 'Unblocks a person; also when they were not blocked',
    params: userId,
    responses: { 200: blockResponseSchema },
    errors: [400, 404],
  },
  'GET /api/message/blocked': {
    access: 'user',
    summary: 'Whom one has blocked, latest first',
    query: pageQuerySchema,
    responses: { 200: blockedPageSchema },
    errors: [400],
  },
  'GET /api/user/:id': {
    access: 'user',
    summary: 'Get the public profile of a user',
    params: id,
    responses: { 200: userResponseSchema },
    errors: [400, 404],
  },
  'GET /api/docs': {
    access: 'anyone',
    summary: 'This description, for people',
    responses: { 200: 'text/html' },
  },
  'GET /api/openapi.json': {
    access: 'anyone',
    summary: 'This description, for programs',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  },
  'GET /media/:key': {
    access: 'owner',
    summary: 'A picture; one of a chat only for its two people',
    params: z.object({ key: z.string() }),
    query: imageQuerySchema,
    responses: { 200: 'image/webp' },
    errors: [400, 404],
  },
  'GET /health/live': {
    access: 'anyone',
    summary: 'Answers while the process runs',
    responses: { 200: z.object({ status: z.literal('up') }) },
  },
  'GET /health/ready': {
    access: 'anyone',
    summary: 'Whether the database is there; 503 when not',
    responses: { 200: health, 503: health },
  },
  'GET /metrics': {
    access: 'operator',
    summary: 'Figures for Prometheus',
    responses: { 200: 'text/plain' },
    errors: [403],
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
/** `METHOD /path`, as in the table. */
export type EndpointKey = keyof Endpoints;

type FieldOf<E, F extends string> = E extends { [K in F]: infer S extends Schema } ? z.input<S> : undefined;
/** What a caller puts into the path, the query and the body of one call. */
export type ParamsOf<K extends EndpointKey> = FieldOf<Endpoints[K], 'params'>;
export type QueryOf<K extends EndpointKey> = FieldOf<Endpoints[K], 'query'>;
export type BodyOf<K extends EndpointKey> = FieldOf<Endpoints[K], 'body'>;

type JsonResponse<A> = { [S in keyof A]: A[S] extends Schema ? z.output<A[S]> : never }[keyof A];
/** What one call answers on success, as JSON. */
export type ResponseOf<K extends EndpointKey> = JsonResponse<Endpoints[K]['responses']>;
