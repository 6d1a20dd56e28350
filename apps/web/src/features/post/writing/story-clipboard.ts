import toast from 'react-hot-toast';
import { Quill } from 'react-quill';
import { linkAddresses } from './autoformat.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import { type PastedPictures, sanitizePaste } from './sanitize-paste.ts';

type Clipboard = Quill['clipboard'];
// The registry is untyped; this is the constructor of the clipboard module.
const QuillClipboard = Quill.import('modules/clipboard') as new (quill: Quill, options: object) => Clipboard;

/** Quill's clipboard, which converts lists from Word and Google Docs, followed by our sanitization. */
export class StoryClipboard extends QuillClipboard {
  protected override normalizeHTML(doc: Document): void {
    super.normalizeHTML(doc);
    const { pictures } = this.options as { pictures: PastedPictures };
    const { hasTable, omittedPictures } = sanitizePaste(doc.body, pictures);
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
