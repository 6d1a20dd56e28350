import type { Post } from '@safarnama/contracts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'react-hot-toast';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { buildAuthor, buildCard, buildId, buildPost } from '../../../testing/factories.ts';
import { mockError, mockNetworkError, mockResponse } from '../../../testing/server.ts';
import { StoryView } from './story-view.tsx';

const READER = buildId();

function renderStory(post: Post, ownId = READER, address = '/') {
  respondWithNoComments();
  return renderWith(post, ownId, address);
}

function respondWithNoComments() {
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
}

function renderWith(post: Post, ownId: string, address: string) {
  useBlogStore.setState({ currentPost: post });
  return render(
    <MemoryRouter initialEntries={[address]}>
      <StoryView post={post} ownId={ownId} />
      <LocationHash />
    </MemoryRouter>,
  );
}

function LocationHash() {
  return <output>{decodeURIComponent(useLocation().hash)}</output>;
}

describe('StoryView: what stands on the page', () => {
  it('of somebody else: place, date, minutes, the writer, and every way on', async () => {
    const author = buildAuthor({ fullName: 'கார்த்திகேயன் சுப்பிரமணியன்' });
    const post = buildPost({ authorId: author, blogLocation: 'தனுஷ்கோடி', readMinutes: 7 });
    renderStory(post);

    for (const text of ['தனுஷ்கோடி', 'Jan 5, 2026', '7 min read'])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: author.fullName })).toHaveAttribute(
      'href',
      `/author/${author._id}`,
    );
    expect(screen.getByRole('link', { name: 'Message the writer' })).toHaveAttribute(
      'href',
      `/chat/${author._id}`,
    );
    expect(screen.getByRole('link', { name: 'More from this author' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to all stories' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('button', { name: 'Bookmark', pressed: false })).toBeVisible();
    expect(screen.queryByText('Delete Post')).not.toBeInTheDocument();
    expect(await screen.findByText(/^No comments yet/)).toBeVisible();
  });

  it('of one’s own: the owner’s buttons and the count, and no toggle', async () => {
    const author = buildAuthor();
    renderStory(buildPost({ authorId: author, likeCount: 9 }), author._id);

    expect(screen.getByRole('link', { name: 'Edit Post' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete Post' })).toBeVisible();
    expect(screen.getByText('9')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Like/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Message the writer' })).not.toBeInTheDocument();
    await screen.findByText(/^No comments yet/);
  });

  it('no place, no picture: no place line, and a drawn scene that says nothing', async () => {
    const { container } = renderStory(buildPost({ blogLocation: '', blogImage: '' }));

    expect(screen.queryByText('Place:')).not.toBeInTheDocument();
    expect(container.querySelector('.story-figure img')).toHaveAttribute('alt', '');
    await screen.findByText(/^No comments yet/);
  });

  it('a like that is refused: is taken back, and said', async () => {
    const post = buildPost();
    mockNetworkError('put', '/api/post/:id/like');
    renderStory(post);

    await userEvent.click(screen.getByRole('button', { name: 'Like 6' }));

    await waitFor(() => expect(useBlogStore.getState().currentPost).toMatchObject({ likedByMe: false }));
    expect(useBlogStore.getState().currentPost?.likeCount).toBe(6);
  });
});

describe('StoryView: sharing', () => {
  const { matchMedia } = window;
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    window.matchMedia = matchMedia;
  });

  const post = buildPost({ slug: 'कोच्चि-नाव', blogTitle: 'कोच्चि की नाव' });
  const address = `${window.location.origin}/post/${encodeURIComponent(post.slug)}`;

  async function openToShare() {
    const user = userEvent.setup();
    renderStory(post);
    render(<Toaster />);
    await screen.findByText(/^No comments yet/);
    return { user, clickShare: () => user.click(screen.getByRole('button', { name: 'Share' })) };
  }

  it('at a desk: copies the whole address, and says so', async () => {
    const { clickShare } = await openToShare();

    await clickShare();

    expect(await navigator.clipboard.readText()).toBe(address);
    expect(await screen.findByText('Link copied')).toBeInTheDocument();
  });

  it('where nothing may be copied: says where the address is', async () => {
    const { clickShare } = await openToShare();
    const copy = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('', 'NotAllowedError'));

    await clickShare();

    expect(await screen.findByText(/^The link could not be copied/)).toBeInTheDocument();
    copy.mockRestore();
  });

  it('on a phone: opens its sheet; one that is closed again is no failure', async () => {
    const shared: ShareData[] = [];
    const share = async (data: ShareData) => {
      shared.push(data);
      if (shared.length > 1) throw new DOMException('', 'AbortError');
    };
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: true });
    const { clickShare } = await openToShare();
    const copy = vi.spyOn(navigator.clipboard, 'writeText');

    await clickShare();
    await clickShare();

    expect(shared[0]).toEqual({ title: post.blogTitle, url: address });
    expect(shared).toHaveLength(2);
    expect(copy).not.toHaveBeenCalled();
    copy.mockRestore();
  });
});

describe('StoryView: the picture', () => {
  const blogImageMeta = { width: 900, height: 1400, thumbhash: 'JygGLIZ9eYmPd4hEeGeIiXDICA==' };

  it('on its way: has its own shape, its widths, its text, and a blurred picture until it is there', async () => {
    renderStory(buildPost({ blogImage: '/media/k', blogImageAlt: 'ঘাটে নৌকা', blogImageMeta }));

    const image = screen.getByRole('img', { name: 'ঘাটে নৌকা' });
    expect(image).toHaveAttribute('srcset', expect.stringContaining('/media/k?w=1600 1600w'));
    expect(image).toHaveAttribute('width', '900');
    expect(image.closest('figure')).toHaveStyle({ aspectRatio: '900 / 1400' });
    expect(image.style.backgroundColor).toMatch(/^rgb/);
    await waitFor(() => expect(image.style.backgroundImage).toMatch(/^url\("?data:image\/png/));

    image.dispatchEvent(new Event('load'));
    await waitFor(() => expect(image.style.backgroundImage).toBe(''));
  });

  it('without a text of its own: is named after the story; one that cannot be had becomes a scene', async () => {
    const { container } = renderStory(
      buildPost({ blogTitle: 'Ferry', blogImage: '/media/k', blogImageMeta }),
    );

    screen.getByRole('img', { name: 'Picture of the story “Ferry”' }).dispatchEvent(new Event('error'));

    await waitFor(() =>
      expect(container.querySelector('.story-figure img')).toHaveAttribute(
        'src',
        expect.stringMatching(/scenes\/.+\.svg/),
      ),
    );
  });
});

describe('StoryView: contents', () => {
  const parts = ['पहला दिन', 'Tea', 'மழை', 'Tea'];
  const html = parts.map((part) => `<h2>${part}</h2><p>x</p>`).join('');

  it('more than three headlines: each has its anchor and its way there, and takes the focus', async () => {
    renderStory(buildPost({ blogHtml: html }));

    const contents = within(screen.getByRole('navigation', { name: 'In this story' }));
    expect(contents.getAllByRole('link', { hidden: true }).map((link) => link.textContent)).toEqual(parts);
    await userEvent.click(contents.getByText('மழை'));

    expect(screen.getByText('#part-மழை')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'மழை' })).toHaveFocus();
    expect(screen.getAllByRole('heading', { name: 'Tea' }).map(({ id }) => id)).toEqual([
      'part-tea',
      'part-tea.2',
    ]);
  });

  it('an address with an anchor: opens there', () => {
    renderStory(buildPost({ blogHtml: html }), READER, `/#${encodeURIComponent('part-पहला-दिन')}`);

    expect(screen.getByRole('heading', { name: 'पहला दिन' })).toHaveFocus();
  });

  it('three headlines: no contents', () => {
    renderStory(
      buildPost({
        blogHtml: parts
          .slice(0, 3)
          .map((part) => `<h2>${part}</h2>`)
          .join(''),
      }),
    );

    expect(screen.queryByRole('navigation', { name: 'In this story' })).not.toBeInTheDocument();
  });
});

describe('StoryView: more of the same writer', () => {
  let reachEnd: () => void = () => undefined;
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          reachEnd = () => callback([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('near the end, and not before: three others are shown, this one not among them', async () => {
    const post = buildPost();
    const others = ['এক', 'দুই', 'তিন', 'চার'].map((blogTitle) => buildCard({ blogTitle }));
    const posts = [others[0], buildCard({ _id: post._id, blogTitle: 'এই গল্প' }), ...others.slice(1)];
    const seen = mockResponse('get', '/api/post/by-author/:userId', {
      author: post.authorId,
      posts,
      nextCursor: null,
    });
    renderStory(post);
    expect(seen).toHaveLength(0);

    reachEnd();

    expect(await screen.findByRole('heading', { level: 3, name: 'তিন' })).toBeVisible();
    expect(screen.queryByText('চার')).not.toBeInTheDocument();
    expect(screen.queryByText('এই গল্প')).not.toBeInTheDocument();
  });
});

describe('StoryView: comments', () => {
  it('a comment: is added and counted, taken away and counted', async () => {
    const post = buildPost({ commentCount: 0 });
    const comment = {
      _id: buildId(),
      text: 'নৌকা কখন ছাড়ে?',
      createdAt: '2026-03-01T10:00:00.000Z',
      authorId: buildAuthor({ _id: READER, fullName: 'Zoya' }),
    };
    mockResponse('post', '/api/post/:id/comments', { comment }, { status: 201 });
    mockResponse('delete', '/api/post/:id/comments/:commentId', { _id: comment._id });
    renderStory(post);
    await screen.findByText(/^No comments yet/);

    await userEvent.type(screen.getByLabelText('Your comment'), comment.text);
    await userEvent.click(screen.getByRole('button', { name: 'Post comment' }));
    expect(await screen.findByRole('heading', { name: 'Comments (1)' })).toBeVisible();
    expect(screen.getByLabelText('Your comment')).toHaveValue('');

    await userEvent.click(screen.getByRole('button', { name: 'Delete the comment of Zoya' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete this comment?' });
    expect(dialog).toHaveTextContent(comment.text);
    await userEvent.click(screen.getByRole('button', { name: 'Delete comment' }));
    const heading = await screen.findByRole('heading', { name: 'Comments (0)' });
    expect(dialog).not.toBeInTheDocument();
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it('a comment that is not to go after all, or that the server keeps: stays', async () => {
    const text = '🧑‍🤝‍🧑'.repeat(200);
    const comment = {
      _id: buildId(),
      text,
      createdAt: '2026-03-01T10:00:00.000Z',
      authorId: buildAuthor({ _id: READER, fullName: 'Zoya' }),
    };
    mockResponse('get', '/api/post/:id/comments', { comments: [comment], nextCursor: null });
    const removals = mockError('delete', '/api/post/:id/comments/:commentId', 503, 'The database is away');
    renderWith(buildPost({ commentCount: 1 }), READER, '/');
    const button = await screen.findByRole('button', { name: 'Delete the comment of Zoya' });

    await userEvent.click(button);
    expect(screen.getByText(`${'🧑‍🤝‍🧑'.repeat(140)}…`)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(button).toHaveFocus();
    expect(removals).toEqual([]);

    await userEvent.click(button);
    await userEvent.click(screen.getByRole('button', { name: 'Delete comment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(removals).toHaveLength(1);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('comments that cannot be had: the story’s own count, the reason, and another try', async () => {
    const post = buildPost({ commentCount: 4 });
    mockError('get', '/api/post/:id/comments', 503, 'The database is away');
    renderWith(post, READER, '/');

    expect(await screen.findByText(/The database is away/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Comments (4)' })).toBeVisible();
    respondWithNoComments();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^No comments yet/)).toBeVisible();
  });
});
