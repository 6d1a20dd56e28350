import type { Post, Revision } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/strings.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { buildCard, buildPost, buildSavedPost, buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../testing/server.ts';
import { buildPicture, figureHtml } from '../testing/story-pictures.ts';

const FIRST = '<p>भोर में नाव चली।</p>';
const VARANASI = { _id: 'gn-1253405', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' };
const SECOND = '<p>भोर में दो नावें चलीं।</p>';

/** Mocks a story with versions that have these texts; the last is the current version. */
function mockStory(htmls: readonly string[], overrides: Partial<Revision>[] = []): Post {
  const me = buildUser();
  signIn(me);
  const version = htmls.length;
  const post = buildPost({ authorId: me, blogTitle: 'नाव', version, blogHtml: htmls.at(-1) ?? '' });
  const revisions = htmls.map(
    (blogHtml, index): Revision => ({
      number: index + 1,
      createdAt: `2026-03-0${(index % 9) + 1}T10:00:00.000Z`,
      restoredFrom: null,
      blogTitle: 'नाव',
      blogHtml,
      blogContent: blogHtml.replace(/<[^>]+>/g, ''),
      blogImage: '',
      blogImageMeta: null,
      blogImageAlt: '',
      blogLocation: 'काशी',
      placeId: VARANASI._id,
      place: VARANASI,
      visitedOn: null,
      visibility: 'members',
      pictures: [],
      missingPictures: [],
      ...overrides[index],
    }),
  );
  mockResponse('get', '/api/post/my-posts/:id', { post });
  mockResponse('get', '/api/post/:id/revisions/:number', ({ url }) => {
    const number = Number(url.pathname.split('/').at(-1));
    const revision = revisions[number - 1] ?? revisions.at(-1);
    return { revision: { ...revision, number } };
  });
  mockResponse('get', '/api/post/:id/revisions', ({ url }) => {
    const before = Number(url.searchParams.get('cursor') ?? version + 1);
    const page = revisions
      .filter(({ number }) => number < before)
      .toReversed()
      .slice(0, 20);
    const last = page.at(-1)?.number ?? 1;
    return {
      revisions: page.map(({ number, createdAt, blogTitle, restoredFrom }) => ({
        number,
        createdAt,
        blogTitle,
        words: 4,
        restoredFrom,
      })),
      nextCursor: last > 1 ? String(last) : null,
    };
  });
  return post;
}

const openVersions = (post: Post, rest = '') => renderApp(`/my-posts/${post._id}/versions${rest}`);

describe('VersionsPage: the list', () => {
  it('with more versions than a page: lists them newest first, and older versions on request', async () => {
    const post = mockStory(
      Array.from({ length: 45 }, (_, index) => `<p>${index}</p>`),
      [{}, {}, { restoredFrom: 1 }],
    );
    const user = openVersions(post);

    const list = within(await screen.findByRole('navigation', { name: 'All versions' }));
    const [newest] = await list.findAllByRole('listitem');
    expect(newest).toHaveTextContent(/Version 45Current.*4 words/);
    expect(list.getAllByRole('listitem')).toHaveLength(20);
    await user.click(list.getByRole('button', { name: 'Show older versions' }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(40));
    await user.click(list.getByRole('button', { name: 'Show older versions' }));

    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(45));
    expect(list.getAllByRole('listitem')[42]).toHaveTextContent('Restored from version 1');
    expect(list.queryByRole('button')).not.toBeInTheDocument();
  });

  it('with a version that the next page repeats: lists it once', async () => {
    const post = mockStory([FIRST, SECOND]);
    const summarize = (number: number) => ({
      number,
      createdAt: '2026-03-02T10:00:00.000Z',
      blogTitle: '',
      words: 1,
      restoredFrom: null,
    });
    mockResponse('get', '/api/post/:id/revisions', ({ url }) =>
      url.searchParams.has('cursor')
        ? { revisions: [2, 1].map(summarize), nextCursor: null }
        : { revisions: [2].map(summarize), nextCursor: '2' },
    );
    const user = openVersions(post);

    await user.click(await screen.findByRole('button', { name: 'Show older versions' }));

    expect(await screen.findByRole('link', { name: /^Version 1/ })).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^Version 2/ })).toHaveLength(1);
  });

  it('after a failure: loads again on request', async () => {
    const post = mockStory([FIRST, SECOND]);
    mockNetworkError('get', '/api/post/:id/revisions');
    const user = openVersions(post);
    expect(await screen.findByText("The versions couldn't be loaded")).toBeVisible();

    const revisions = [
      { number: 2, createdAt: '2026-03-02T10:00:00.000Z', blogTitle: '', words: 1, restoredFrom: null },
    ];
    mockResponse('get', '/api/post/:id/revisions', { revisions, nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: /^Version 2/ })).toBeVisible();
  });

  it("of another user's story: shows Post not found.", async () => {
    const post = mockStory([FIRST]);
    mockError('get', '/api/post/my-posts/:id', 403, 'Not yours');
    openVersions(post);

    expect(await screen.findByRole('heading', { level: 1, name: 'Post not found.' })).toBeVisible();
    expect(document.title).toBe('Story not found · Safarnama');
  });
});

describe('VersionsPage: a version', () => {
  it('chosen from the list: shows its text, and what was changed since then', async () => {
    const post = mockStory([FIRST, SECOND]);
    const user = openVersions(post);
    await user.click(await screen.findByRole('link', { name: /^Version 1/ }));

    const version = within(await screen.findByRole('region', { name: 'Version 1' }));
    expect(await version.findByText('भोर में नाव चली।')).toBeVisible();
    expect(version.queryByRole('link', { name: 'Changes in this version' })).not.toBeInTheDocument();
    await user.click(version.getByRole('link', { name: 'Changes since then' }));

    expect(await screen.findByText('3 words added, 2 removed.')).toBeVisible();
    expect(document.querySelector('del')).toHaveTextContent('[removed: नाव चली।]');
    // The direction of the text is that of its own first letter.
    expect(document.querySelector('del span')).toHaveAttribute('dir', 'ltr');
    expect(document.querySelector('ins')).toHaveTextContent('[added: दो नावें चलीं।]');
  });

  it('in Hindi: names the changes of an English story in Hindi', async () => {
    openVersions(mockStory(['<p>One boat left.</p>', '<p>Two boats left.</p>']), '/2?compare=previous');
    await screen.findByText(/added:/);
    await act(() => setLanguage('hi'));

    const name = await screen.findByText(/जोड़ा गया:/);
    expect(name).toHaveAttribute('lang', 'hi');
    expect(name.closest('ins')).toHaveTextContent('[जोड़ा गया: Two boats]');
    expect(name.closest('ins')?.closest('[lang]')).toHaveAttribute('lang', 'en');
    expect(document.querySelector('del')).toHaveTextContent('[हटाया गया: One boat]');
  });

  it('with a long text: shortens unchanged parts, and shows the whole text on request', async () => {
    const words = Array.from({ length: 200 }, (_, index) => `w${index}`).join(' ');
    const post = mockStory([`<p>${words}</p>`, `<p>${words} more</p>`]);
    const user = openVersions(post, '/2?compare=previous');
    expect(await screen.findByText('1 word added, 0 removed.')).toBeVisible();
    expect(screen.queryByText(/w100/)).not.toBeInTheDocument();
    expect(screen.getByText(/w199/)).toBeVisible();

    await user.click(screen.getByRole('checkbox', { name: 'Show the whole text' }));

    expect(screen.getByText(/w100/)).toBeVisible();
  });

  it('with changes in addition to the text: names them', async () => {
    const picture = buildPicture({ alt: 'घाट' });
    const post = mockStory(
      [FIRST, FIRST + figureHtml(picture)],
      [
        {},
        {
          blogLocation: 'वाराणसी',
          visitedOn: '2024-03-12',
          pictures: [picture],
          blogImage: '/media/c',
          visibility: 'public',
        },
      ],
    );
    openVersions(post, '/2?compare=previous');

    expect(await screen.findByText('Location: काशी → वाराणसी')).toBeVisible();
    expect(screen.getByText('Date of the visit: none → Mar 12, 2024')).toBeVisible();
    expect(screen.getByText('1 picture added.')).toBeVisible();
    expect(screen.getByText('Cover picture added.')).toBeVisible();
    expect(screen.getByText(/^Now readable by everyone/)).toBeVisible();
    expect(document.querySelector('ins')).toHaveTextContent('[Picture: घाट]');
  });

  it('with only another cover picture, description and place: names them', async () => {
    const meta = { width: 1600, height: 900, thumbhash: 'DwgOBwA' };
    const post = mockStory(
      [FIRST, FIRST],
      [
        { blogImage: '/media/a', blogImageMeta: meta, blogImageAlt: 'नाव' },
        {
          blogImage: '/media/b',
          blogImageMeta: { ...meta, thumbhash: 'GhgOBwB' },
          blogImageAlt: 'घाट',
          place: { _id: 'gn-1', slug: 'kashi', name: 'Kashi', state: 'Bihar' },
        },
      ],
    );
    openVersions(post, '/2?compare=previous');

    expect(await screen.findByText('Cover picture replaced.')).toBeVisible();
    expect(screen.getByText('Cover picture description: नाव → घाट')).toBeVisible();
    expect(screen.getByText('Place: Varanasi, Uttar Pradesh → Kashi, Bihar')).toBeVisible();
    expect(screen.queryByText('No differences.')).not.toBeInTheDocument();
  });

  it('with the same cover picture under another URL: shows no difference', async () => {
    const blogImageMeta = { width: 1600, height: 900, thumbhash: 'DwgOBwA' };
    const post = mockStory(
      [FIRST, FIRST],
      [
        { blogImage: '/media/a', blogImageMeta },
        { blogImage: '/media/b', blogImageMeta },
      ],
    );
    openVersions(post, '/2?compare=previous');

    expect(await screen.findByText('No differences.')).toBeVisible();
  });

  it('at another place with the same name: says so', async () => {
    const post = mockStory([FIRST, FIRST], [{}, { place: { ...VARANASI, _id: 'po-varanasi' } }]);
    openVersions(post, '/2?compare=previous');

    expect(
      await screen.findByText('Another place with the same name: Varanasi, Uttar Pradesh'),
    ).toBeVisible();
  });

  it('at another place than now: links to its own', async () => {
    const post = mockStory([FIRST, SECOND]);
    openVersions(post, '/1');

    const link = await screen.findByRole('link', { name: 'काशी' });
    expect(link).toHaveAttribute('href', '/place/varanasi');
  });

  it('with the same words: shows what is different', async () => {
    const post = mockStory([FIRST, '<p><strong>भोर में नाव चली।</strong></p>']);
    openVersions(post, '/2?compare=previous');

    expect(await screen.findByText(/only the formatting is different/)).toBeVisible();
  });

  it('whose picture no longer exists: shows a note about it', async () => {
    const post = mockStory([FIRST, SECOND], [{ missingPictures: ['k'] }]);
    openVersions(post, '/1');

    expect(await screen.findByText('One picture in this version no longer exists.')).toBeVisible();
  });

  it('that is no longer stored: shows that it is unavailable', async () => {
    const post = mockStory([FIRST, SECOND]);
    mockError('get', '/api/post/:id/revisions/:number', 404, 'Version not found');
    openVersions(post, '/1');

    expect(await screen.findByText('This version is no longer available.')).toBeVisible();
  });
});

/** Waits until the version has been loaded. */
async function findRestoreButton(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Restore this version' });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  return button;
}

describe('VersionsPage: restore', () => {
  it('clicked: shows the new version, updates the lists, and can be undone', async () => {
    const post = mockStory([FIRST, SECOND]);
    useBlogStore.setState({ myPosts: [buildCard({ _id: post._id, authorId: post.authorId })] });
    const requests = mockResponse('post', '/api/post/:id/revisions/:number/restore', ({ url }) =>
      buildSavedPost(
        url.pathname.includes('/1/')
          ? { ...post, version: 3, blogHtml: FIRST, blogContent: 'भोर में नाव चली।' }
          : { ...post, version: 4 },
      ),
    );
    const user = openVersions(post, '/1');

    await user.click(await findRestoreButton());

    expect(await screen.findByText('Version 1 restored')).toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toMatch(/\/versions\/3$/));
    expect(useBlogStore.getState().myPosts[0]?.excerpt).toBe('भोर में नाव चली।');
    await user.dblClick(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Your previous text has been restored')).toBeInTheDocument();
    expect(requests).toHaveLength(2);
    expect(requests[1]?.url.pathname).toMatch(/\/revisions\/2\/restore$/);
    await waitFor(() => expect(window.location.pathname).toMatch(/\/versions\/4$/));
  });

  it('of a version with another visibility: asks before', async () => {
    const post = mockStory([FIRST, SECOND], [{ visibility: 'public' }]);
    const requests = mockResponse(
      'post',
      '/api/post/:id/revisions/:number/restore',
      buildSavedPost({ ...post, version: 3, visibility: 'public' }),
    );
    const user = openVersions(post, '/1');
    const button = await findRestoreButton();

    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 1?' });
    expect(dialog).toHaveTextContent('Everyone will be able to read the story');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(requests).toEqual([]);
    expect(button).toHaveFocus();

    await user.click(button);
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore this version' }),
    );
    expect(await screen.findByText('Version 1 restored')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('after a change on another device: undo restores that change', async () => {
    const post = mockStory([FIRST, SECOND]);
    const restore = '/api/post/:id/revisions/:number/restore';
    const requests = mockResponse('post', restore, buildSavedPost({ ...post, version: 4 }));
    const user = openVersions(post, '/1');
    await user.click(await findRestoreButton());

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    await waitFor(() => expect(requests[1]?.url.pathname).toMatch(/\/revisions\/3\/restore$/));
  });

  it('undone after the page was left: stays on the other page', async () => {
    const post = mockStory([FIRST, SECOND]);
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    mockResponse('post', '/api/post/:id/revisions/:number/restore', buildSavedPost({ ...post, version: 3 }));
    const user = openVersions(post, '/1');
    await user.click(await findRestoreButton());
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await user.click(screen.getAllByRole('link', { name: /My Posts/ })[0] as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'My Posts' });

    await user.click(undo);

    expect(await screen.findByText('Your previous text has been restored')).toBeInTheDocument();
    expect(window.location.pathname).toBe('/my-posts');
  });

  it('undone without a response: shows the reason and offers to undo again', async () => {
    const post = mockStory([FIRST, SECOND]);
    const restore = '/api/post/:id/revisions/:number/restore';
    mockResponse('post', restore, buildSavedPost({ ...post, version: 3 }));
    const user = openVersions(post, '/1');
    await user.click(await findRestoreButton());
    mockNetworkError('post', restore);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText("Couldn't restore this version. Please try again.")).toBeInTheDocument();

    mockResponse('post', restore, buildSavedPost({ ...post, version: 4 }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('Your previous text has been restored')).toBeInTheDocument();
  });

  it('failed: shows the reason', async () => {
    const post = mockStory([FIRST, SECOND]);
    mockNetworkError('post', '/api/post/:id/revisions/:number/restore');
    const user = openVersions(post, '/1');

    await user.click(await findRestoreButton());

    expect(await screen.findByText("Couldn't restore this version. Please try again.")).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Restore this version' })).toBeVisible();
  });
});
