import { NON_TEXT_TAGS } from '@safarnama/contracts';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { IOptions } from 'sanitize-html';

/** Far more than an editor or a word processor nests, also in texts that never close their `<font>`. */
const MAX_OPEN_ELEMENTS = 200;

const nonTextTags: ReadonlySet<string> = new Set(NON_TEXT_TAGS);

/**
 * Creates options of `sanitize-html` for one text: opening tags within 200 open elements are ignored. The parser spends
 * time proportional to the number of open elements on each tag.
 *
 * @param html - the text.
 */
export function createDepthLimit(html: string): Pick<IOptions, 'parser' | 'onOpenTag' | 'onCloseTag'> {
  let openElements = 0;

  function isIgnored(nameStart: number, nameEnd: number): boolean {
    if (openElements < MAX_OPEN_ELEMENTS) return false;
    // The content of these must not become text, so that one of them may be innermost.
    const isNonText = nonTextTags.has(html.slice(nameStart, nameEnd).toLowerCase());
    return !isNonText || openElements > MAX_OPEN_ELEMENTS;
  }

  class LimitedTokenizer extends Tokenizer {
    constructor(options: ConstructorParameters<typeof Tokenizer>[0], parser: TokenizerCallbacks) {
      const openTag = parser.onopentagname.bind(parser);
      // The parser skips the rest of a tag whose name it was not given.
      parser.onopentagname = (start, end) => {
        if (!isIgnored(start, end)) openTag(start, end);
      };
      super(options, parser);
    }
  }

  return {
    parser: { Tokenizer: LimitedTokenizer },
    onOpenTag() {
      openElements += 1;
    },
    onCloseTag() {
      openElements -= 1;
    },
  };
}
