import { LIMITS } from '@safarnama/contracts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { useChatStore } from '../../../stores/chat/chat.store.ts';
import { getDraft } from '../../../stores/chat/drafts-slice.ts';
import { buildAuthor, buildPost, buildUser } from '../../../testing/factories.ts';
import { mockResponse } from '../../../testing/server.ts';
import { toQuotedText } from './ask-author.ts';
import { StoryView } from './story-view.tsx';

const author = buildAuthor({ fullName: 'कार्तिक' });
const me = buildUser();
const post = buildPost({
  authorId: author,
  blogHtml: '<p>The first boats left before the sun.</p><p>Bells.</p>',
});

function renderStory(ownId = me._id) {
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });
  useAuthStore.setState({ user: me });
  useBlogStore.setState({ currentPost: post });
  render(
    <MemoryRouter>
      <StoryView post={post} ownId={ownId} />
      <Address />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

function Address() {
  return <output>{useLocation().pathname}</output>;
}

/** Selects part of an element's text, as a drag or Shift with the arrow keys does. */
function select(element: HTMLElement, start: number, end: number): void {
  const node = element.firstChild;
  if (!node) throw new Error('The element has no text');
  act(() => {
    document.getSelection()?.setBaseAndExtent(node, start, node, end);
    document.dispatchEvent(new Event('selectionchange'));
  });
}

const askButton = () => screen.queryByRole('button', { name: 'Ask about this' });
const attachedStory = () => getDraft(useChatStore.getState(), author._id).story;

beforeEach(() => {
  useChatStore.setState({ drafts: {} });
  document.getSelection()?.removeAllRanges();
  // jsdom has no layout.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

describe('Ask about this story', () => {
  it('opens the conversation with the author, with the story in the composer', async () => {
    const user = renderStory();

    await user.click(screen.getByRole('button', { name: 'Ask about this story' }));

    expect(screen.getByText(`/chat/${author._id}`)).toBeInTheDocument();
    const { slug, blogTitle, blogImage } = post;
    expect(attachedStory()).toEqual({
      postId: post._id,
      post: { slug, blogTitle, blogImage, authorName: 'कार्तिक' },
      quotedText: '',
    });
  });

  it("on the user's own story: is missing, also for selected words", async () => {
    renderStory(author._id);
    select(screen.getByText(/first boats/), 0, 9);

    expect(screen.queryByRole('button', { name: /^Ask about/ })).not.toBeInTheDocument();
    await screen.findByText(/^No comments yet/);
  });

  it('for selected words: quotes them; disappears after the selection ends', async () => {
    const user = renderStory();
    expect(askButton()).not.toBeInTheDocument();

    select(screen.getByText(/first boats/), 4, 15);
    expect(askButton()).toBeVisible();
    select(screen.getByText(/first boats/), 4, 4);
    await waitFor(() => expect(askButton()).not.toBeInTheDocument());
    select(screen.getByText(/first boats/), 3, 15);
    await user.click(screen.getByRole('button', { name: 'Ask about this' }));

    expect(attachedStory()?.quotedText).toBe('first boats');
    expect(screen.getByText(`/chat/${author._id}`)).toBeInTheDocument();
  });

  it('for selected words, with the focus: stays after the selection ends, until it loses the focus', async () => {
    renderStory();
    await screen.findByText(/^No comments yet/);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    select(screen.getByText(/first boats/), 4, 15);
    act(() => askButton()?.focus());

    select(screen.getByText(/first boats/), 4, 4);
    act(() => void vi.runAllTimers());
    expect(askButton()).toHaveFocus();
    act(() => askButton()?.blur());
    act(() => void vi.runAllTimers());

    expect(askButton()).not.toBeInTheDocument();
  });

  it('for a selection that ends after the story, as after a triple click on its last paragraph: quotes its words in the story', async () => {
    const user = renderStory();
    const end = screen.getAllByRole('group', { name: 'Story actions' }).at(-1);
    act(() => {
      const start = screen.getByText(/first boats/).firstChild;
      document.getSelection()?.setBaseAndExtent(start as Node, 4, end as Node, 0);
      document.dispatchEvent(new Event('selectionchange'));
    });

    await user.click(screen.getByRole('button', { name: 'Ask about this' }));

    expect(attachedStory()?.quotedText).toBe('first boats left before the sun.\n\nBells.');
  });

  it('for words outside the story: is missing', async () => {
    renderStory();

    select(screen.getByRole('heading', { level: 1 }), 0, 3);

    expect(askButton()).not.toBeInTheDocument();
    await screen.findByText(/^No comments yet/);
  });
});

describe('toQuotedText', () => {
  it('of a short selection: removes the white space around it', () => {
    expect(toQuotedText('\n  पहली नाव \n')).toBe('पहली नाव');
  });

  it('of a long selection: cuts it to the limit between graphemes', () => {
    const family = '👩‍👩‍👧‍👦';
    const quoted = toQuotedText(family.repeat(100));

    expect([...quoted].length).toBeLessThanOrEqual(LIMITS.quotedStoryText);
    expect(quoted).toBe(`${family.repeat(42)}…`);
  });
});
