import { createHash } from 'node:crypto';

/**
 * A row of the file, ready to be sent.
 *
 * @typedef {object} Story
 * @property {number} line - where it begins in the file.
 * @property {string} title - for messages.
 * @property {string} key - identifies the title and text, ignoring white space and markup.
 * @property {number} leftOutPictures - how many of its pictures are not imported: a `blogImage` that is not a data URL,
 *   and those in the text.
 * @property {Record<string, unknown>} body - of create-post.
 */

const TEXT_FIELDS = ['blogTitle', 'blogContent', 'blogImage', 'blogLocation', 'blogHtml', 'blogImageAlt'];
/** Sent as they are: the server checks them. */
const OTHER_FIELDS = ['visibility', 'placeId', 'visitedOn'];
const PICTURE_TAG = /<img\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/**
 * Builds the create-post body of a row: the known fields, a picture only if it is a data URL, and an id that is derived
 * from the story, so that a repeated import does not create it twice.
 *
 * @param {import('./read-rows.mjs').Row} row
 * @returns {Story | { line: number, reason: string }} the story, or why the row is not a valid story.
 */
export function toStory({ line, value }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, reason: 'a story must be an object' };
  }
  const row = /** @type {Record<string, unknown>} */ (value);
  /** @type {Record<string, string>} */
  const body = {};
  for (const field of TEXT_FIELDS) {
    const given = row[field];
    if (given === undefined || given === null) continue;
    if (typeof given !== 'string') return { line, reason: `${field} must be text` };
    body[field] = given;
  }
  // Files with a column for markup leave it empty for plain text.
  if (body.blogHtml?.trim() === '') delete body.blogHtml;
  const { blogTitle = '', blogContent = '', blogHtml, blogImage = '' } = body;
  if (blogTitle.trim() === '') return { line, reason: 'blogTitle is missing' };
  const text = blogHtml ?? blogContent;
  if (text.trim() === '') return { line, reason: 'blogContent is missing' };

  const isData = /^\s*data:/i.test(blogImage);
  if (!isData) delete body.blogImage;
  const isLeftOut = !isData && blogImage.trim() !== '';
  const otherFields = OTHER_FIELDS.filter((field) => isGiven(field, row[field]));
  const key = computeStoryKey(blogTitle, text);
  return {
    line,
    title: blogTitle.trim(),
    key,
    leftOutPictures: Number(isLeftOut) + countForeignPictures(text),
    body: {
      ...body,
      ...Object.fromEntries(otherFields.map((field) => [field, row[field]])),
      clientPostId: `import-${key}`,
    },
  };
}

/**
 * Counts the pictures in markup that the server removes: those that cannot be pictures which the account has uploaded.
 *
 * @param {string} markup
 */
function countForeignPictures(markup) {
  const sources = Array.from(markup.matchAll(PICTURE_TAG), ([tag]) => {
    // The first match is the name of the tag.
    const [, ...attributes] = tag.matchAll(ATTRIBUTE);
    const source = attributes.find(([, name]) => name?.toLowerCase() === 'src');
    return (source?.[2] ?? source?.[3] ?? source?.[4] ?? '').trim();
  });
  return sources.filter((source) => source !== '' && !source.startsWith('/media/')).length;
}

/**
 * Whether a row has a value for a field. Empty text and null, as in a file that was converted from CSV, are none;
 * except `placeId: null`: a story without it may get the place that its location names.
 *
 * @param {string} field
 * @param {unknown} given
 */
function isGiven(field, given) {
  if (typeof given === 'string') return given.trim() !== '';
  return given !== undefined && (given !== null || field === 'placeId');
}

/**
 * Identifies a story by its title and text, ignoring white space, markup and Unicode normalization, which the server
 * may change.
 *
 * @param {string} title
 * @param {string} text - plain text or markup.
 * @returns {string} 43 characters.
 */
export function computeStoryKey(title, text) {
  return createHash('sha256')
    .update(`${normalizeText(title)}\n${normalizeText(text)}`)
    .digest('base64url');
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** @param {string} text */
function normalizeText(text) {
  return text
    .normalize('NFC')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?:(amp|lt|gt|quot|apos)|#39|nbsp);/g, (entity, name) => {
      if (entity === '&#39;') return "'";
      return entity === '&nbsp;' ? ' ' : (ENTITIES.get(name) ?? entity);
    })
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, '');
}
