import * as z from 'zod/mini';
import { type Endpoint, userIdParams } from './endpoint.js';
import { PAGE_LENGTHS } from './limits.js';
import { publicCardPageSchema, publicPostResponseSchema } from './post.js';
import { integerTextSchema, pageQuerySchema } from './primitives.js';
import { sentence } from './sentence.js';

const TAG = 'Public stories';
const ATOM = 'application/atom+xml';

const MONTH_INVALID = sentence('month_invalid', 'month must be like 2026-11');
const PAGE_INVALID = sentence('page_invalid', 'page must be a number from 1 to 9999');

const sitemapQuerySchema = z.object({
  month: z.exactOptional(
    z
      .string(MONTH_INVALID)
      .check(z.regex(/^[12]\d{3}-(?:0[1-9]|1[0-2])$/, MONTH_INVALID), z.describe('In UTC, as `2026-11`')),
  ),
  page: z.exactOptional(
    integerTextSchema(/^[1-9]\d{0,3}$/, PAGE_INVALID, { minimum: 1, maximum: 9_999 }).check(
      z.describe('Page of the stories of that month'),
    ),
  ),
});

/** What guests may read: stories that their authors have made public. */
export const publicEndpoints = {
  'GET /api/public/post/:slug': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getPublicPost',
    summary: 'Get a public story by its slug; 404 for any other one',
    params: z.object({ slug: z.string() }),
    responses: { 200: publicPostResponseSchema },
    errors: [404],
  },
  'GET /api/public/posts': {
    access: 'anyone',
    tag: TAG,
    operationId: 'listPublicPosts',
    summary: 'List the public stories, newest first',
    query: pageQuerySchema,
    pageLength: PAGE_LENGTHS.cards,
    responses: { 200: publicCardPageSchema },
    errors: [400],
    isShared: true,
  },
  'GET /feed.xml': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getFeed',
    summary: 'Get the newest 50 public stories as an Atom feed',
    responses: { 200: ATOM },
  },
  'GET /author/:userId/feed.xml': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getAuthorFeed',
    summary: 'Get the newest 50 public stories of an author as an Atom feed; 404 if there are none',
    params: userIdParams,
    responses: { 200: ATOM },
    errors: [400, 404],
  },
  'GET /place/:slug/feed.xml': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getPlaceFeed',
    summary:
      'Get the newest 50 public stories of a place and of all places within it as an Atom feed; 404 if there are none',
    params: z.object({ slug: z.string() }),
    responses: { 200: ATOM },
    errors: [404],
  },
  'GET /sitemap.xml': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getSitemap',
    summary:
      'Get the addresses of all public stories, or of a page of those of a month; an index of months and pages if there are many',
    query: sitemapQuerySchema,
    responses: { 200: 'application/xml' },
    errors: [400],
    rateLimit: 'sitemaps',
  },
  'GET /robots.txt': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getRobots',
    summary: 'Get the rules for robots, with the address of the sitemap',
    responses: { 200: 'text/plain' },
    needsDatabase: false,
  },
} as const satisfies Record<string, Endpoint>;
