import type { Draft } from '@safarnama/contracts';
import { pictureKey, withoutPendingPictures } from '../picture-uploads/pending-pictures.ts';
import { type DraftRecord, type PostFields, toFields, toVisitedOn } from './draft-record.ts';

/** Elements whose own content the server leaves as it is. */
const DIGESTED_ELEMENTS = 'img, a, strong, em, u, s, h2, h3, blockquote';
/** The deepest level of a list that the server stores. */
const MAX_INDENT = 8;

/**
 * Computes a digest of a draft or story, by which this device recognizes what it has sent among what the server has. It
 * ignores what the server normalizes (spaces, the form of lists, empty elements), the URL that the card picture got,
 * and pictures that were not sent yet.
 */
export function digestFields(fields: PostFields): string {
  const { title, html, image, imageAlt, location, place, visibility } = fields;
  const { body } = new DOMParser().parseFromString(withoutPendingPictures(html), 'text/html');
  const elements = [...body.querySelectorAll(DIGESTED_ELEMENTS)].flatMap((element) => {
    if (element instanceof HTMLImageElement) return ['img', pictureKey(element.src), element.alt].join(' ');
    const text = element.textContent.trim();
    const href = element instanceof HTMLAnchorElement ? element.href : '';
    return text === '' ? [] : `${element.localName} ${href} ${text}`;
  });
  // For a story without a card picture, the responses contain the first picture in the text in its place.
  const firstKey = pictureKey(body.querySelector('img')?.src ?? '');
  const hasCardPicture = image !== '' && pictureKey(image) !== firstKey;
  const parts = [
    title,
    body.textContent,
    location,
    ...elements,
    ...describeItems(body),
    hasCardPicture ? ['picture', imageAlt].join(' ') : '',
    place === undefined ? 'undefined' : (place?._id ?? ''),
    toVisitedOn(fields).visitedOn ?? '',
    visibility,
  ];
  const content = parts.map((part) => part.normalize('NFC').replace(/\s+/g, '')).join('\n');
  let hash = 0;
  for (let i = 0; i < content.length; i += 1) hash = (Math.imul(hash, 31) + content.charCodeAt(i)) | 0;
  return `${content.length}:${hash}`;
}

/**
 * The kind, depth and text of each list item. The editor writes flat lists, with both as attributes of the items; the
 * server nests them, and reduces a depth that skips levels.
 */
function describeItems(body: HTMLElement): string[] {
  let depth = -1;
  return [...body.querySelectorAll('li')].flatMap((item) => {
    if (item.previousElementSibling === null) depth = -1;
    const indent = Number(/\bql-indent-(\d)/.exec(item.className)?.[1] ?? 0);
    depth = Math.min(indent, depth + 1, MAX_INDENT);
    const kind = item.dataset.list ?? (item.parentElement?.localName === 'ol' ? 'ordered' : 'bullet');
    const ownText = [...item.childNodes].filter(({ nodeName }) => nodeName !== 'UL' && nodeName !== 'OL');
    const text = ownText
      .map(({ textContent }) => textContent)
      .join('')
      .trim();
    return text === '' ? [] : `${kind === 'ordered' ? 'ol' : 'ul'} ${depth + countItemsAround(item)} ${text}`;
  });
}

function countItemsAround(item: Element): number {
  const outer = item.parentElement?.closest('li');
  return outer ? 1 + countItemsAround(outer) : 0;
}

/**
 * Whether the content on the server was sent with one of the digests. The choice of its place may have been left to the
 * server.
 */
export function wasSent(digests: readonly string[], stored: PostFields): boolean {
  return [stored, { ...stored, place: undefined }].some((fields) => digests.includes(digestFields(fields)));
}

/**
 * Whether a stored draft is a save from this device whose response was lost. At most one can be stored after `version`.
 */
export function isLostSave({ version, unconfirmed }: DraftRecord, stored: Draft): boolean {
  return stored.version === version + 1 && wasSent(unconfirmed, toFields(stored));
}
