import type { PublicAddress } from '../post/public-reader.js';
import { storyPath } from './feed.js';
import { element, textElement, xmlDocument } from './xml.js';

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

/** Most addresses that the format allows in one file. */
const MAX_URLS = 50_000;

/** Pages for guests that are no stories. */
const STATIC_PAGES = ['/about', '/contact'];
export const MAX_ADDRESSES = MAX_URLS - STATIC_PAGES.length;

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

/** Builds the index of the sitemaps of all months, newest first, since the oldest story. */
export function buildSitemapIndex(oldest: Date, now: Date, origin: string): string {
  const months: string[] = [];
  for (let month = startOfMonth(now); month >= startOfMonth(oldest); month = addMonths(month, -1)) {
    months.push(
      element(
        'sitemap',
        {},
        textElement('loc', `${origin}/sitemap.xml?month=${month.toISOString().slice(0, 7)}`),
      ),
    );
  }
  return xmlDocument(element('sitemapindex', NAMESPACE, months.join('\n')));
}

/** The first and the last instant of a month in UTC, given as `2026-11`. */
export function monthRange(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  return { from, to: new Date(addMonths(from, 1).getTime() - 1) };
}

const startOfMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()));
const addMonths = (date: Date, count: number) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count));
