import { placeBySlug } from '@safarnama/places';
import type { Request, Response } from 'express';
import { notFound } from '../http/app-error.js';
import type { Routes } from '../http/routes.js';
import type { SiteOrigin } from '../http/site-origin.js';
import { coalesce } from '../lib/coalesce.js';
import type { PublicReader } from '../post/public-reader.js';
import { buildFeed, FEED_LENGTH } from './feed.js';
import { buildSitemap, buildSitemapIndex } from './sitemap.js';
import { createSitemapParts } from './sitemap-parts.js';

interface PublicRouteDeps {
  reader: PublicReader;
  originOf: (req: Request) => SiteOrigin;
  /** Tests use smaller numbers than the product. */
  sitemapLengths?: SitemapLengths | undefined;
}

/** Limits in stories. */
export interface SitemapLengths {
  /** Maximum in an undivided sitemap; with more stories, it is an index of parts by month. */
  whole: number;
  /** Maximum in one part; the format allows 50,000 URLs. */
  page: number;
}

type PublicKeys = Extract<
  keyof Routes,
  `${string} /api/public/${string}` | `${string}.xml` | `${string} /robots.txt`
>;

const SITEMAP_LENGTHS: SitemapLengths = { whole: 5_000, page: 10_000 };

/**
 * Sends a document, which caches have to revalidate: a story may be withdrawn at any time. The response to a signed-in
 * user stays private, because it may renew the session cookie.
 */
function sendDocument(res: Response, type: string, text: string, { isConfigured }: SiteOrigin): undefined {
  if (!isConfigured) res.set('Cache-Control', 'no-store');
  else if (!res.locals.me) res.set('Cache-Control', 'public, no-cache');
  res.type(type).send(text);
  return undefined;
}

const ATOM = 'application/atom+xml; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

export function publicRoutes({
  reader,
  originOf,
  sitemapLengths = SITEMAP_LENGTHS,
}: PublicRouteDeps): Routes<PublicKeys> {
  const listNewest = coalesce((limit: number) => reader.list({ limit }));
  const sitemapParts = createSitemapParts(reader, sitemapLengths.page);
  const listForSitemap = coalesce((limit: number) => reader.listAddresses(limit));

  return {
    'GET /api/public/post/:slug': async ({ params }) => ({ post: await reader.findBySlug(params.slug) }),
    'GET /api/public/posts': ({ query }) => reader.list(query),

    'GET /feed.xml': async ({ req, res }) => {
      const site = originOf(req);
      const { posts } = await listNewest(FEED_LENGTH);
      const feed = buildFeed({ title: 'Safarnama', path: req.path, origin: site.origin, posts });
      return sendDocument(res, ATOM, feed, site);
    },

    'GET /author/:userId/feed.xml': async ({ params, req, res }) => {
      const site = originOf(req);
      const { posts } = await reader.listByAuthor(params.userId, { limit: FEED_LENGTH });
      const [newest] = posts;
      // Guests must not learn whether an account exists.
      if (!newest) throw notFound('User not found');
      const title = `${newest.authorId.fullName} · Safarnama`;
      return sendDocument(res, ATOM, buildFeed({ title, path: req.path, origin: site.origin, posts }), site);
    },

    'GET /place/:slug/feed.xml': async ({ params, req, res }) => {
      const site = originOf(req);
      const place = placeBySlug(params.slug);
      const { posts } = place ? await reader.listByPlace(place._id, { limit: FEED_LENGTH }) : { posts: [] };
      if (!place || posts.length === 0) throw notFound('Place not found');
      const title = `${place.name} · Safarnama`;
      return sendDocument(res, ATOM, buildFeed({ title, path: req.path, origin: site.origin, posts }), site);
    },

    'GET /sitemap.xml': async ({ query, req, res }) => {
      const site = originOf(req);
      if (query.month !== undefined) {
        const posts = await sitemapParts.read({ month: query.month, page: query.page ?? 1 });
        return sendDocument(res, XML, buildSitemap(posts, site.origin), site);
      }
      const posts = await listForSitemap(sitemapLengths.whole + 1);
      const oldest = posts.length > sitemapLengths.whole ? await reader.findOldestDate() : null;
      const sitemap = oldest
        ? buildSitemapIndex(await sitemapParts.list(oldest, new Date()), site.origin)
        : buildSitemap(posts, site.origin);
      return sendDocument(res, XML, sitemap, site);
    },

    'GET /robots.txt': ({ req, res }) => {
      const site = originOf(req);
      const lines = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${site.origin}/sitemap.xml`, ''];
      return sendDocument(res, 'text/plain; charset=utf-8', lines.join('\n'), site);
    },
  };
}
