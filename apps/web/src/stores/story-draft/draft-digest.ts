import type { Draft } from '@safarnama/contracts';
import { withoutPendingPictures } from '../picture-uploads/pending-pictures.ts';
import { type DraftRecord, type PostFields, toFields, toVisitedOn } from './draft-record.ts';

/**
 * Elements whose content the server stores as it is. Lists are not among them: the server writes them in another form
 * than the editor.
 */
const DIGESTED_ELEMENTS = 'img, a, strong, em, u, s, h2, h3, blockquote';

/**
 * Computes a digest of a draft or story, by which this device recognizes what it has sent among what the server has. It
 * ignores parts that the server normalizes (spaces, lists, empty elements), the URL that the card picture got, and
 * pictures that were not sent yet.
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

const pictureKey = (url: string) => url.slice(url.lastIndexOf('/') + 1);

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
