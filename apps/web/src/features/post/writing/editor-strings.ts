import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/editor.ts';

/** Texts of the editor, which is loaded after its form. */
export const EDITOR_STRINGS = createStrings('editor', messages);
