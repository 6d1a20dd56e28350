import { codePointLength, LIMITS } from '@safarnama/contracts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { parseHtml } from '../story-html.ts';

/** A picture in a story's text: either uploaded, with a `src`, or still being uploaded from here, with an `upload`. */
export interface Figure {
  /** URL of the uploaded picture; empty until it is uploaded. */
  src: string;
  /** Id of the upload; empty for an uploaded picture. */
  upload: string;
  alt: string;
  caption: string;
  /** In pixels; 0 when unknown. */
  width: number;
  height: number;
}

/** Pictures that the API serves; with `WEB_ORIGINS`, their URLs are absolute. */
const STORED_SRC = /^(?:https?:\/\/[^/?#"]+)?\/media\/[\w-]+$/;
const UPLOAD_ID = /^\w+$/;

export const EMPTY_FIGURE: Figure = { src: '', upload: '', alt: '', caption: '', width: 0, height: 0 };

/** Reads a figure of a story's markup. Null for anything but a stored picture or an upload. */
export function parseFigure(element: Element): Figure | null {
  const image = element.querySelector('img');
  if (!image) return null;
  const upload = element.getAttribute('data-upload') ?? '';
  const src = image.getAttribute('src') ?? '';
  const isPending = UPLOAD_ID.test(upload);
  if (!isPending && !STORED_SRC.test(src)) return null;
  return {
    src: isPending ? '' : src,
    upload: isPending ? upload : '',
    alt: toLine(image.getAttribute('alt'), LIMITS.imageAlt),
    caption: toLine(element.querySelector('figcaption')?.textContent, LIMITS.imageCaption),
    width: toPixels(image.getAttribute('width')),
    height: toPixels(image.getAttribute('height')),
  };
}

/** The markup of a figure, as the API writes it. */
export function figureHtml({ src, upload, alt, caption, width, height }: Figure): string {
  const attributes = [
    src === '' ? '' : ` src="${escapeHtml(src)}"`,
    ` alt="${escapeHtml(alt)}"`,
    width > 0 && height > 0 ? ` width="${width}" height="${height}"` : '',
  ].join('');
  const figcaption = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  const id = upload === '' ? '' : ` data-upload="${upload}"`;
  return `<figure${id}><img${attributes}>${figcaption}</figure>`;
}

/** @returns elements of an inert document, so that no picture is loaded. */
export function createFigureElements(figure: Figure): Element[] {
  return [...parseHtml(figureHtml(figure)).children];
}

/** Returns the URLs of all uploaded pictures in a story's markup. */
export function findSources(html: string): string[] {
  return [...parseHtml(html).querySelectorAll('figure')].flatMap(
    (element) => parseFigure(element)?.src || [],
  );
}

/** Joins the lines of a text and truncates it to `max` characters. */
function toLine(text: string | null | undefined, max: number): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return codePointLength(line) <= max ? line : [...line].slice(0, max).join('').trim();
}

function toPixels(attribute: string | null): number {
  return /^\d{1,5}$/.test(attribute ?? '') ? Number(attribute) : 0;
}
