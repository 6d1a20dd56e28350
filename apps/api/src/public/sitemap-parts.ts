import { LRUCache } from 'lru-cache';
import { coalesce } from '../lib/coalesce.js';
import type { PublicAddress, PublicReader } from '../post/public-reader.js';

/** How long the number of a month's stories is cached. In past months, few stories become public or are withdrawn. */
const CURRENT_COUNT_TTL_MS = 60_000;
const PAST_COUNT_TTL_MS = 60 * 60_000;
/** The months of a hundred years. */
const MAX_CACHED_COUNTS = 1_200;

/** A part of the sitemap: some of the stories of a month in UTC, given as `2026-11`. */
export interface SitemapPart {
  month: string;
  /** From 1. */
  page: number;
}

const monthOf = (date: Date) => date.toISOString().slice(0, 7);
const startOf = (month: string) => new Date(`${month}-01T00:00:00.000Z`);
const addMonths = (date: Date, count: number) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count));

/** The first and the last instant of a month. */
function rangeOf(month: string): { from: Date; to: Date } {
  const from = startOf(month);
  return { from, to: new Date(addMonths(from, 1).getTime() - 1) };
}

/**
 * Divides the public stories into months, and each month into pages, oldest first: new stories change the last page.
 */
export function createSitemapParts(reader: PublicReader, pageLength: number) {
  /** Promises, so that concurrent requests count once. */
  const counts = new LRUCache<string, Promise<number>>({ max: MAX_CACHED_COUNTS });
  const readPage = coalesce((key: string): Promise<PublicAddress[]> => {
    const [month = '', page] = key.split('/');
    return reader.listAddressesWithin(rangeOf(month), (Number(page) - 1) * pageLength, pageLength);
  });

  function countStories(month: string, now: Date): Promise<number> {
    const cached = counts.get(month);
    if (cached) return cached;
    const count = reader.countWithin(rangeOf(month));
    counts.set(month, count, { ttl: month === monthOf(now) ? CURRENT_COUNT_TTL_MS : PAST_COUNT_TTL_MS });
    // A failure is not cached.
    count.catch(() => counts.delete(month));
    return count;
  }

  return {
    /** Reads the URLs of a part; none for a page after the last one. */
    read: ({ month, page }: SitemapPart) => readPage(`${month}/${page}`),

    /** Lists the parts since the oldest story, newest month first. A month without stories has an empty one. */
    async list(oldest: Date, now: Date): Promise<SitemapPart[]> {
      const parts: SitemapPart[] = [];
      const end = startOf(monthOf(oldest));
      for (let start = startOf(monthOf(now)); start >= end; start = addMonths(start, -1)) {
        const month = monthOf(start);
        const pages = Math.max(1, Math.ceil((await countStories(month, now)) / pageLength));
        for (let page = 1; page <= pages; page += 1) parts.push({ month, page });
      }
      return parts;
    },
  };
}
