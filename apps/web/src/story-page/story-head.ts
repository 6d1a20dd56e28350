import type { PublicPost } from '@safarnama/contracts';
import { SOCIAL_HEIGHT, SOCIAL_SIZE, SOCIAL_WIDTH } from '@safarnama/contracts';
import { paths } from '../config/paths.ts';
import { coverDescription } from '../features/post/reading/cover.tsx';
import { PUBLIC_STORY_STRINGS } from '../features/post/reading/public-story-strings.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { findScriptLanguage } from '../lib/text.ts';
import { truncate } from '../lib/truncate.ts';

/** Maximum length that search engines and link previews show, in graphemes. */
const MAX_DESCRIPTION = 200;
const SITE_NAME = 'Safarnama';
/** Shown with stories that have no picture; also part of `index.html`. */
const DEFAULT_PICTURE = '/social-card.png';

/** JSON for a script element: without `<`, which could end the element. */
export function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function tag(name: 'meta' | 'link', attributes: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${list.join('')} />`;
}

/** The language of a story. */
export function storyLanguage({ blogContent, blogTitle }: PublicPost): string {
  return findScriptLanguage(blogContent || blogTitle) ?? 'en';
}

/** The elements of the head that describe a story to search engines and link previews, with absolute URLs. */
export function buildStoryHead(post: PublicPost, origin: string): string {
  const { blogTitle, authorId, createdAt, updatedAt } = post;
  const absolute = (address: string) => (address.startsWith('/') ? origin + address : address);
  const address = absolute(paths.post(post.slug));
  const description = truncate(post.blogContent.replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION);
  const hasPicture = post.blogImage !== '';
  const picture = absolute(hasPicture ? `${post.blogImage}?w=${SOCIAL_SIZE}` : DEFAULT_PICTURE);
  const pictureAlt = hasPicture ? coverDescription(post) : PUBLIC_STORY_STRINGS.defaultPicture;
  const property = (name: string, content: string) => tag('meta', { property: name, content });
  const named = (name: string, content: string) => tag('meta', { name, content });
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: blogTitle,
    description,
    image: [picture],
    datePublished: createdAt,
    dateModified: updatedAt,
    inLanguage: storyLanguage(post),
    url: address,
    mainEntityOfPage: address,
    author: { '@type': 'Person', name: authorId.fullName },
    publisher: { '@type': 'Organization', name: SITE_NAME },
    // The time that the story is about, not of its publication.
    ...(post.visitedOn && { temporalCoverage: post.visitedOn }),
    ...(post.blogLocation !== '' && { contentLocation: { '@type': 'Place', name: post.blogLocation } }),
  };
  return [
    `<title>${escapeHtml(`${blogTitle} · ${SITE_NAME}`)}</title>`,
    named('description', description),
    named('author', authorId.fullName),
    tag('link', { rel: 'canonical', href: address }),
    property('og:site_name', SITE_NAME),
    property('og:type', 'article'),
    property('og:title', blogTitle),
    property('og:description', description),
    property('og:url', address),
    property('og:image', picture),
    property('og:image:type', hasPicture ? 'image/jpeg' : 'image/png'),
    property('og:image:width', String(SOCIAL_WIDTH)),
    property('og:image:height', String(SOCIAL_HEIGHT)),
    property('og:image:alt', pictureAlt),
    property('article:published_time', createdAt),
    property('article:modified_time', updatedAt),
    property('article:author', authorId.fullName),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', blogTitle),
    named('twitter:description', description),
    named('twitter:image', picture),
    named('twitter:image:alt', pictureAlt),
    tag('link', {
      rel: 'alternate',
      type: 'application/atom+xml',
      title: authorId.fullName,
      href: `/author/${authorId._id}/feed.xml`,
    }),
    `<script type="application/ld+json">${toInlineJson(posting)}</script>`,
  ].join('\n    ');
}
