import { Quill } from 'react-quill';
import { sanitizePaste } from './sanitize-paste.ts';

type Clipboard = Quill['clipboard'];
// The registry gives it untyped; this is the module's own constructor.
const QuillClipboard = Quill.import('modules/clipboard') as new (quill: Quill, options: object) => Clipboard;

/** Quill's clipboard, which knows the lists of Word and Google Docs, and our cleaning after it. */
export class StoryClipboard extends QuillClipboard {
  protected override normalizeHTML(doc: Document): void {
    super.normalizeHTML(doc);
    sanitizePaste(doc.body);
  }

  /** A step of its own: Undo takes back what was pasted, not the words typed just before or after it. */
  override onPaste(...paste: Parameters<Clipboard['onPaste']>): void {
    this.quill.history.cutoff();
    super.onPaste(...paste);
    this.quill.history.cutoff();
  }
}
