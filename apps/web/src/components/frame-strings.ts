import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/frame.ts';

/** Texts of the bars and the footer, and texts that several pages share. They are part of the first load. */
export const FRAME_STRINGS = createStrings('frame', messages);
