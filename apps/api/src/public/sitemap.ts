import type { PublicAddress } from '../post/public-reader.js';
import { storyPath } from './feed.js';
import type { SitemapPart } from './sitemap-parts.js';
import { element, textElement, xmlDocument } from './xml.js';

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

/** Pages for guests other than stories. */
const STATIC_PAGES = ['/about', '/contact'];

/** Builds the sitemap of some stories, which also has the pages about the site. */
export function buildSitemap(posts: readonly PublicAddress[], origin: string): string {
  const pages = STATIC_PAGES.map((path) => element('url', {}, textElement('loc', origin + path)));
  const urls = posts.map(({ slug, updatedAt }) =>
    element(
      'url',
      {},
      textElement('loc', origin + storyPath(slug)) + textElement('lastmod', updatedAt.toISOString()),
    ),
  );
  return xmlDocument(element('urlset', NAMESPACE, [...pages, ...urls].join('\n')));
}

/** Builds the index of the parts of the sitemap. The first page of a month has no number in its URL. */
export function buildSitemapIndex(parts: readonly SitemapPart[], origin: string): string {
  const sitemaps = parts.map(({ month, page }) => {
    const url = `${origin}/sitemap.xml?month=${month}${page === 1 ? '' : `&page=${page}`}`;
    return element('sitemap', {}, textElement('loc', url));
  });
  return xmlDocument(element('sitemapindex', NAMESPACE, sitemaps.join('\n')));
}
