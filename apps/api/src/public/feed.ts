import type { PublicCard } from '@safarnama/contracts';
import { element, textElement, xmlDocument } from './xml.js';

/** Number of stories in a feed. */
export const FEED_LENGTH = 50;

interface FeedOptions {
  title: string;
  /** Path of the feed itself, which is also its id. */
  path: string;
  /** Prefix of every URL. */
  origin: string;
  posts: readonly PublicCard[];
}

/** Path of a story, encoded as the web app encodes it. */
export const storyPath = (slug: string): string => `/post/${encodeURIComponent(slug)}`;

function buildEntry(post: PublicCard, origin: string): string {
  const url = origin + storyPath(post.slug);
  return element(
    'entry',
    {},
    [
      textElement('id', url),
      textElement('title', post.blogTitle),
      element('link', { rel: 'alternate', type: 'text/html', href: url }),
      textElement('published', post.createdAt),
      textElement('updated', post.updatedAt),
      element('author', {}, textElement('name', post.authorId.fullName)),
      ...(post.blogLocation === '' ? [] : [element('category', { term: post.blogLocation })]),
      textElement('summary', `${post.excerpt}...`),
    ].join(''),
  );
}

/** Builds an Atom feed. Dates compare as texts, because all are in UTC. */
export function buildFeed({ title, path, origin, posts }: FeedOptions): string {
  const updated =
    posts
      .map((post) => post.updatedAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      [
        textElement('id', origin + path),
        textElement('title', title),
        element('link', { rel: 'self', type: 'application/atom+xml', href: origin + path }),
        element('link', { rel: 'alternate', type: 'text/html', href: `${origin}/` }),
        textElement('updated', updated),
        ...posts.map((post) => buildEntry(post, origin)),
      ].join('\n'),
    ),
  );
}
