import type { Post } from '@safarnama/contracts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppToaster } from '../../../components/toaster.tsx';
import { setLanguage } from '../../../i18n/strings.ts';
import { readStories } from '../../../lib/read-stories.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import {
  buildAuthor,
  buildCard,
  buildComment,
  buildId,
  buildPost,
  buildUser,
} from '../../../testing/factories.ts';
import { goOffline } from '../../../testing/go-offline.ts';
import { mockError, mockNetworkError, mockResponse } from '../../../testing/server.ts';
import { StoryView } from './story-view.tsx';

const READER = buildId();

function renderStory(post: Post, ownId = READER, address = '/') {
  mockNoComments();
  return renderWith(post, ownId, address);
}

function mockNoComments() {
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
}

function renderWith(post: Post, ownId: string, address: string) {
  useBlogStore.setState({ currentPost: post });
  return render(
    <MemoryRouter initialEntries={[address]}>
      <main id="main" tabIndex={-1}>
        <StoryView post={post} ownId={ownId} />
      </main>
      <LocationHash />
    </MemoryRouter>,
  );
}

/** Queries within the actions above the story; the actions below it are the same. */
function atBeginning() {
  const [actions] = screen.getAllByRole('group', { name: 'Story actions' });
  if (!actions) throw new Error('The story has no actions');
  return within(actions);
}

function LocationHash() {
  const navigate = useNavigate();
  return (
    <>
      <output>{decodeURIComponent(useLocation().hash)}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

/** The story in the store, as on the story page. */
function StoredStory() {
  const post = useBlogStore(({ currentPost }) => currentPost);
  return post && <StoryView post={post} ownId={READER} />;
}

describe('StoryView', () => {
  it('with a new comment while not all comments are loaded: counts it once', async () => {
    const comments = Array.from({ length: 50 }, () => buildComment());
    mockResponse('get', '/api/post/:id/comments', { comments, nextCursor: 'next' });
    useBlogStore.setState({ currentPost: buildPost({ commentCount: 60 }) });
    render(<StoredStory />, { wrapper: MemoryRouter });
    expect(await screen.findByRole('heading', { name: 'Comments (60)' })).toBeVisible();
    await screen.findByRole('button', { name: /more comments|comments/i });
    mockResponse('post', '/api/post/:id/comments', { comment: buildComment() }, { status: 201 });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Your comment'), 'कहाँ?');

    await user.click(screen.getByRole('button', { name: 'Post comment' }));

    expect(await screen.findByRole('heading', { name: 'Comments (61)' })).toBeVisible();
    expect(useBlogStore.getState().currentPost?.commentCount).toBe(61);
  });

  it('with the day of the visit: shows it after the date of the story', () => {
    renderStory(buildPost({ visitedOn: '2024-03-12' }));

    const day = screen.getByText('Visited Mar 12, 2024');
    expect(day).toHaveAttribute('datetime', '2024-03-12');
    expect(day.closest('p')).toHaveTextContent(/^Jan 5, 2026 · .* · Visited Mar 12, 2024$/);
  });

  it('for a reader: shows location, date, reading time and author, with links to the author, chat and home', async () => {
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
    expect(screen.getByRole('link', { name: 'More from this writer' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to all stories' })).toHaveAttribute('href', '/');
    // At the beginning and at the end.
    expect(screen.getAllByRole('button', { name: 'Bookmark', pressed: false })).toHaveLength(2);
    expect(screen.queryByText('Delete Post')).not.toBeInTheDocument();
    expect(await screen.findByText(/^No comments yet/)).toBeVisible();
  });

  it('for the author: shows the owner buttons and the like count without a toggle', async () => {
    const author = buildAuthor();
    renderStory(buildPost({ authorId: author, likeCount: 9 }), author._id);

    expect(screen.getByRole('link', { name: 'Edit Post' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete Post' })).toBeVisible();
    expect(screen.getAllByText('9')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Like/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Message the writer' })).not.toBeInTheDocument();
    await screen.findByText(/^No comments yet/);
  });

  it('without location and picture: shows no location line and a decorative scene', async () => {
    const { container } = renderStory(buildPost({ blogLocation: '', blogImage: '', landscape: 'desert' }));

    expect(screen.queryByText('Location:')).not.toBeInTheDocument();
    const scene = container.querySelector('.story-cover img');
    expect(scene).toHaveAttribute('alt', '');
    expect(scene).toHaveAttribute('src', expect.stringContaining('scenes/dunes.svg'));
    await screen.findByText(/^No comments yet/);
  });

  it('with a bookmarked story: shows the bookmark button as pressed', async () => {
    renderStory(buildPost({ bookmarkedByMe: true }));

    expect(screen.getAllByRole('button', { name: 'Bookmark', pressed: true })).toHaveLength(2);
    await screen.findByText(/^No comments yet/);
  });

  it('with a rejected like: reverts the toggle', async () => {
    const post = buildPost();
    mockNetworkError('put', '/api/post/:id/like');
    renderStory(post);

    await userEvent.click(atBeginning().getByRole('button', { name: 'Like 6' }));

    await waitFor(() => expect(useBlogStore.getState().currentPost).toMatchObject({ likedByMe: false }));
    expect(useBlogStore.getState().currentPost?.likeCount).toBe(6);
  });

  it.each([
    ['like', 'Like 6', "Couldn't save your like. Please try again."],
    ['bookmark', 'Bookmark', "Couldn't save your bookmark. Please try again."],
  ])(
    'with a rejected %s: shows the message of the server, without one the default',
    async (call, name, fallback) => {
      const path = `/api/post/:id/${call}`;
      mockError('put', path, 429, 'Too many requests. Please try again later.');
      renderStory(buildPost());
      render(<AppToaster isSessionAlive />);

      await userEvent.click(atBeginning().getByRole('button', { name }));
      expect(await screen.findByText('Too many requests. Please try again later.')).toBeInTheDocument();
      mockNetworkError('put', path);
      await userEvent.click(atBeginning().getByRole('button', { name }));

      expect(await screen.findByText(fallback)).toBeInTheDocument();
    },
  );
});

describe('ShareButton', () => {
  const { matchMedia } = window;
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

  const post = buildPost({ slug: 'कोच्चि-नाव', blogTitle: 'कोच्चि की नाव' });
  const address = `${window.location.origin}/post/${encodeURIComponent(post.slug)}`;

  async function openToShare() {
    const user = userEvent.setup();
    renderStory(post);
    render(<AppToaster isSessionAlive />);
    await screen.findByText(/^No comments yet/);
    return { user, clickShare: () => user.click(atBeginning().getByRole('button', { name: 'Share' })) };
  }

  it('with a mouse: copies the URL and shows a toast', async () => {
    const { clickShare } = await openToShare();

    await clickShare();

    expect(await navigator.clipboard.readText()).toBe(address);
    expect(await screen.findByText('Link copied')).toBeInTheDocument();
  });

  it('without clipboard permission: points to the address bar', async () => {
    const { clickShare } = await openToShare();
    const copy = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('', 'NotAllowedError'));

    await clickShare();

    expect(await screen.findByText(/^Couldn't copy the link/)).toBeInTheDocument();
    copy.mockRestore();
  });

  it('on a touch device: opens the share sheet; closing it shows no error', async () => {
    const shared: ShareData[] = [];
    const share = async (data: ShareData) => {
      shared.push(data);
      if (shared.length > 1) throw new DOMException('', 'AbortError');
    };
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: true }));
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

describe('StoryCover', () => {
  const blogImageMeta = { width: 900, height: 1400, thumbhash: 'JygGLIZ9eYmPd4hEeGeIiXDICA==' };

  it('while loading: has the aspect ratio, widths and alternative text, and a blurred placeholder until it is loaded', async () => {
    renderStory(buildPost({ blogImage: '/media/k', blogImageAlt: 'ঘাটে নৌকা', blogImageMeta }));

    const image = screen.getByRole('img', { name: 'ঘাটে নৌকা' });
    expect(image).toHaveAttribute('srcset', expect.stringContaining('/media/k?w=1600 1600w'));
    expect(image).toHaveAttribute('width', '900');
    expect(image.closest('.picture-frame')).toHaveStyle({ aspectRatio: '900 / 1400' });
    expect(image.style.backgroundColor).toMatch(/^rgb/);
    await waitFor(() => expect(image.style.backgroundImage).toMatch(/^url\("?data:image\/png/));

    image.dispatchEvent(new Event('load'));
    await waitFor(() => expect(image.style.backgroundImage).toBe(''));
  });

  it('pressed: opens the picture in a dialog, and closing it restores the focus', async () => {
    renderStory(buildPost({ blogImage: '/media/k', blogImageAlt: 'ঘাটে নৌকা', blogImageMeta }));
    const opener = screen.getByRole('button', { name: 'Enlarge the picture' });

    await userEvent.click(opener);

    const dialog = await screen.findByRole('dialog', { name: 'Picture' });
    expect(within(dialog).getByRole('img', { name: 'ঘাটে নৌকা' })).toHaveAttribute('src', '/media/k?w=1600');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close picture' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it('without alternative text: is named after the story; with a broken picture: shows a scene', async () => {
    const { container } = renderStory(
      buildPost({ blogTitle: 'Ferry', blogImage: '/media/k', blogImageMeta }),
    );

    screen.getByRole('img', { name: 'Cover picture of “Ferry”' }).dispatchEvent(new Event('error'));

    await waitFor(() =>
      expect(container.querySelector('.story-cover img')).toHaveAttribute(
        'src',
        expect.stringMatching(/scenes\/.+\.svg/),
      ),
    );
    expect(screen.queryByRole('button', { name: 'Enlarge the picture' })).not.toBeInTheDocument();
  });

  it('that failed while offline: is loaded again after the reconnect, and can be enlarged', async () => {
    const reconnect = goOffline();
    renderStory(buildPost({ blogTitle: 'Ferry', blogImage: '/media/k', blogImageMeta }));
    const name = 'Cover picture of “Ferry”';
    fireEvent.error(screen.getByRole('img', { name }));
    expect(screen.queryByRole('img', { name })).not.toBeInTheDocument();

    reconnect();

    expect(screen.getByRole('img', { name })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
  });
});

describe('StoryContents', () => {
  const parts = ['पहला दिन', 'Tea', 'மழை', 'Tea'];
  const html = parts.map((part) => `<h2>${part}</h2><p>x</p>`).join('');

  it('with more than three headings: links to each heading and focuses it', async () => {
    renderStory(buildPost({ blogHtml: html }));

    const contents = within(screen.getByRole('navigation', { name: 'In this story' }));
    expect(contents.getAllByRole('link', { hidden: true }).map((link) => link.textContent)).toEqual(parts);
    expect(contents.getByText('மழை')).toHaveAttribute('lang', 'ta');
    await userEvent.click(contents.getByText('மழை'));

    expect(screen.getByText('#part-மழை')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'மழை' })).toHaveFocus();
    expect(screen.getAllByRole('heading', { name: 'Tea' }).map(({ id }) => id)).toEqual([
      'part-tea',
      'part-tea.2',
    ]);
  });

  it('with an anchor in the URL: focuses that heading', () => {
    renderStory(buildPost({ blogHtml: html }), READER, `/#${encodeURIComponent('part-पहला-दिन')}`);

    expect(screen.getByRole('heading', { name: 'पहला दिन' })).toHaveFocus();
  });

  it('after a jump to a heading and Back: returns to the entry before the jump', async () => {
    renderStory(buildPost({ blogHtml: html }));
    await userEvent.click(screen.getByText('மழை', { selector: 'a' }));
    expect(screen.getByText('#part-மழை')).toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Back' }));

    expect(screen.queryByText('#part-மழை')).not.toBeInTheDocument();
  });

  it.each([
    [1, false],
    [2, true],
  ])('in a wide window, with a story of %i min: is open at first: %s', async (readMinutes, isOpen) => {
    const { matchMedia } = window;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...matchMedia(query),
      matches: query.includes('80rem'),
    }));

    renderStory(buildPost({ blogHtml: html, readMinutes }));

    const contents = screen.getByRole('navigation', { name: 'In this story' });
    expect(contents.querySelector('details')?.open).toBe(isOpen);
  });

  it('open in a wide window that becomes narrow: closes, unless the reader has opened it', async () => {
    const { matchMedia } = window;
    let isWide = true;
    const listeners = new Set<() => void>();
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...matchMedia(query),
      matches: isWide && query.includes('80rem'),
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    }));
    const resize = (next: boolean) =>
      act(() => {
        isWide = next;
        for (const listener of listeners) listener();
      });
    renderStory(buildPost({ blogHtml: html, readMinutes: 2 }));
    const details = screen.getByRole('navigation', { name: 'In this story' }).querySelector('details');
    if (!details) throw new Error('There are no contents');
    // Browsers fire it for an element that is inserted open.
    fireEvent(details, new Event('toggle'));

    resize(false);
    expect(details.open).toBe(false);

    details.open = true;
    fireEvent(details, new Event('toggle'));
    resize(true);
    resize(false);
    expect(details.open).toBe(true);
  });

  it('with three headings: shows no contents', () => {
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

describe('RelatedStories', () => {
  /** Each reports that an observed end has been reached; the last one belongs to the end of the page. */
  const reachers: (() => void)[] = [];
  const reachEnd = () => reachers.at(-1)?.();
  beforeEach(() => {
    reachers.length = 0;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          reachers.push(() => callback([{ isIntersecting: true }]));
        }
        observe() {}
        disconnect() {}
      },
    );
  });

  const place = { _id: 'gn-1', slug: 'puri', name: 'Puri', state: 'Odisha' };
  const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  it('scrolled near the end: loads the stories in groups, except those already read', async () => {
    const author = buildAuthor({ fullName: 'Zoya' });
    const post = buildPost({ place, authorId: author });
    const read = buildCard({ blogTitle: 'পড়া', place });
    readStories.add(READER, read._id);
    const inPlace = { _id: 'gn-2', slug: 'puri-beach', name: 'Puri Beach', state: 'Odisha' };
    const posts = [
      { ...read, relation: 'place' },
      { ...buildCard({ blogTitle: 'এক', place: inPlace }), relation: 'place' },
      { ...buildCard({ blogTitle: 'দুই', authorId: author }), relation: 'author' },
      { ...buildCard({ blogTitle: 'তিন' }), relation: 'similar' },
    ];
    const requests = mockResponse('get', `/api/post/${post._id}/related`, { posts });
    renderStory(post);
    expect(requests).toHaveLength(0);

    reachEnd();

    for (const [group, title] of [
      ['More from Puri', 'এক'],
      ['More by Zoya', 'দুই'],
      ['Similar stories', 'তিন'],
    ] as const) {
      const region = await screen.findByRole('region', { name: group });
      expect(within(region).getAllByRole('heading', { level: 3 })).toHaveLength(1);
      expect(within(region).getByRole('heading', { level: 3, name: title })).toBeVisible();
    }
    expect(screen.queryByText('পড়া')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All their stories' })).toHaveAttribute(
      'href',
      `/author/${author._id}`,
    );
  });

  it('in Hindi, of a story from a state: names the state in Hindi', async () => {
    await act(() => setLanguage('hi'));
    const post = buildPost({ place: { _id: 'sf-odisha', slug: 'odisha', name: 'Odisha', state: 'Odisha' } });
    const posts = [{ ...buildCard(), relation: 'place' }];
    mockResponse('get', `/api/post/${post._id}/related`, { posts });
    renderStory(post);

    reachEnd();

    expect(await screen.findByRole('region', { name: /ओडिशा/ })).toBeVisible();
  });

  it('scrolled near the author: loads whether the user follows them', async () => {
    const author = buildAuthor({ fullName: 'Zoya' });
    const post = buildPost({ authorId: author });
    mockResponse('get', `/api/post/by-author/${author._id}`, {
      author: { ...buildUser(author), bio: '', followedByMe: true, followerCount: 2 },
      posts: [],
      nextCursor: null,
    });
    mockResponse('get', `/api/post/${post._id}/related`, { posts: [] });
    renderStory(post);

    for (const reach of reachers) reach();

    const button = await screen.findByRole('button', { name: 'Following Zoya' });
    expect(button).not.toHaveClass('invisible');
    await screen.findByText(/^No comments yet/);
  });

  it('with a location without a place: groups the stories by the text of the location', async () => {
    const post = buildPost({ place: null, blogLocation: 'দীঘা' });
    const posts = [{ ...buildCard({ place: null, blogLocation: 'দীঘা' }), relation: 'similar' }];
    mockResponse('get', `/api/post/${post._id}/related`, { posts });
    renderStory(post);

    reachEnd();

    expect(await screen.findByRole('region', { name: 'More from দীঘা' })).toBeVisible();
  });

  it('after a failure: shows nothing', async () => {
    const post = buildPost();
    const requests = mockError('get', `/api/post/${post._id}/related`, 500, 'Something went wrong');
    renderStory(post);
    await screen.findByText(/^No comments yet/);
    const before = headings();

    reachEnd();

    await waitFor(() => expect(requests).toHaveLength(1));
    expect(headings()).toEqual(before);
  });
});

describe('Comments', () => {
  it('with a comment added, then deleted: updates the list and the count', async () => {
    const post = buildPost({ commentCount: 0 });
    const comment = buildComment({
      text: 'নৌকা কখন ছাড়ে?',
      authorId: buildAuthor({ _id: READER, fullName: 'Zoya' }),
    });
    mockResponse('post', '/api/post/:id/comments', { comment }, { status: 201 });
    mockResponse('delete', '/api/post/:id/comments/:commentId', { _id: comment._id });
    renderStory(post);
    await screen.findByText(/^No comments yet/);

    await userEvent.type(screen.getByLabelText('Your comment'), comment.text);
    await userEvent.click(screen.getByRole('button', { name: 'Post comment' }));
    expect(await screen.findByRole('heading', { name: 'Comments (1)' })).toBeVisible();
    expect(screen.getByLabelText('Your comment')).toHaveValue('');

    await userEvent.click(screen.getByRole('button', { name: 'Delete the comment by Zoya' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete this comment?' });
    expect(dialog).toHaveTextContent(comment.text);
    await userEvent.click(screen.getByRole('button', { name: 'Delete comment' }));
    const heading = await screen.findByRole('heading', { name: 'Comments (0)' });
    expect(dialog).not.toBeInTheDocument();
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it('with a deletion cancelled or rejected: keeps the comment', async () => {
    const text = '🧑‍🤝‍🧑'.repeat(200);
    const comment = buildComment({ text, authorId: buildAuthor({ _id: READER, fullName: 'Zoya' }) });
    mockResponse('get', '/api/post/:id/comments', { comments: [comment], nextCursor: null });
    const removals = mockError(
      'delete',
      '/api/post/:id/comments/:commentId',
      503,
      'The database is unavailable',
    );
    renderWith(buildPost({ commentCount: 1 }), READER, '/');
    const button = await screen.findByRole('button', { name: 'Delete the comment by Zoya' });

    await userEvent.click(button);
    expect(screen.getByText(`${'🧑‍🤝‍🧑'.repeat(140)}…`)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(button).toHaveFocus();
    expect(removals).toEqual([]);

    await userEvent.click(button);
    await userEvent.click(screen.getByRole('button', { name: 'Delete comment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(removals).toHaveLength(1);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('with a failed load: shows the count of the story, the error and a retry button', async () => {
    const post = buildPost({ commentCount: 4 });
    mockError('get', '/api/post/:id/comments', 503, 'The database is unavailable');
    renderWith(post, READER, '/');

    expect(await screen.findByText(/The database is unavailable/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Comments (4)' })).toBeVisible();
    mockNoComments();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^No comments yet/)).toBeVisible();
    expect(screen.getByRole('heading', { name: /^Comments/ })).toHaveFocus();
  });
});
