import { Quill } from 'react-quill';
import { toast } from '../../../components/toast.ts';
import { linkAddresses } from './autoformat.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import { type PastedPictures, sanitizePaste } from './sanitize-paste.ts';

type Clipboard = Quill['clipboard'];
// The registry is untyped; this is the constructor of the clipboard module.
const QuillClipboard = Quill.import('modules/clipboard') as new (quill: Quill, options: object) => Clipboard;

const HEADING = ':is(h1, h2, h3, h4, h5, h6)';

/** Quill's clipboard, which converts lists from Word and Google Docs, followed by our sanitization. */
export class StoryClipboard extends QuillClipboard {
  /** The plain text of the paste that is being converted. */
  private plainText = '';

  override convert(...conversion: Parameters<Clipboard['convert']>): ReturnType<Clipboard['convert']> {
    this.plainText = conversion[0].text ?? '';
    return super.convert(...conversion);
  }

  protected override normalizeHTML(doc: Document): void {
    convertHeadingNumbers(doc);
    super.normalizeHTML(doc);
    const { pictures } = this.options as { pictures: PastedPictures };
    const { hasTable, omittedPictures } = sanitizePaste(doc.body, pictures, this.plainText);
    if (hasTable) toast(EDITOR_STRINGS.tablePasted);
    if (omittedPictures > 0)
      toast(EDITOR_STRINGS.picture.omitted({ count: omittedPictures }), { id: 'omitted-pictures' });
  }

  /**
   * Makes the paste an undo step of its own, apart from text typed just before or after it, and links its addresses.
   */
  override onPaste(...paste: Parameters<Clipboard['onPaste']>): void {
    const [range] = paste;
    const trailingLength = this.quill.getLength() - range.index - range.length;
    this.quill.history.cutoff();
    super.onPaste(...paste);
    this.quill.history.cutoff();
    linkAddresses(this.quill, range.index, this.quill.getLength() - trailingLength);
  }
}

/**
 * Makes the number of a heading from Word part of its text: Quill would make such a heading a list item, and remove the
 * number.
 */
function convertHeadingNumbers(doc: Document): void {
  for (const heading of doc.querySelectorAll(`${HEADING}[style*="mso-list"]`)) {
    heading.removeAttribute('style');
  }
  for (const marker of doc.querySelectorAll(`${HEADING} [style*="mso-list"]`)) {
    marker.replaceWith(`${(marker.textContent ?? '').trim()} `);
  }
}
