import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/plain-text.ts';
import { htmlToText, parseHtml } from './story-html.ts';

const PLAIN_TEXT_STRINGS = createStrings('plain-text', messages);

/** Converts a story's markup to plain text, with a line for each picture. */
export function textWithPictures(html: string): string {
  const body = parseHtml(html);
  for (const figure of body.querySelectorAll('figure')) {
    const alt = figure.querySelector('img')?.getAttribute('alt') ?? '';
    const line = document.createElement('p');
    line.textContent =
      alt === '' ? PLAIN_TEXT_STRINGS.pictureOnly : PLAIN_TEXT_STRINGS.picture({ description: alt });
    figure.before(line);
  }
  return htmlToText(body.innerHTML);
}
