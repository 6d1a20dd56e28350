import { codePointLength, LIMITS, normalizeText, type Post } from '@safarnama/contracts';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { useChatStore } from '../../../stores/chat/chat.store.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Prepares selected words for a quote in a message: trims white space and truncates the text to the limit. */
export function toQuotedText(selected: string): string {
  const text = normalizeText(selected).trim();
  if (codePointLength(text) <= LIMITS.quotedStoryText) return text;
  let quoted = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += codePointLength(segment);
    // Leaves room for the ellipsis.
    if (length >= LIMITS.quotedStoryText) break;
    quoted += segment;
  }
  return `${quoted.trimEnd()}…`;
}

/** Returns a function that opens the conversation with the author, with the story and some of its words attached. */
export function useAskAuthor(post: Post): (quotedText: string) => void {
  const navigate = useNavigate();
  return (quotedText) => {
    const { _id, slug, blogTitle, blogImage, authorId } = post;
    const shared = { slug, blogTitle, blogImage, authorName: authorId.fullName };
    useChatStore.getState().setDraft(authorId._id, { story: { postId: _id, post: shared, quotedText } });
    navigate(paths.chatWith(authorId._id));
  };
}
