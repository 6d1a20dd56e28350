import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../i18n/strings.ts';
import { recentSearches } from '../../lib/recent-searches.ts';
import {
  buildAuthor,
  buildPlaceHit,
  buildPlacePage,
  buildSearchPage,
  buildUser,
} from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { mockError, mockResponse, signIn, signOut } from '../../testing/server.ts';

const me = buildUser();
const person = { ...buildAuthor({ fullName: 'காவ்யா' }), createdAt: '2026-02-03T04:05:06.000Z' };
const FOUND = {
  places: [buildPlaceHit({ name: 'Kashid', matched: 'Kashid', slug: 'kashid' })],
  people: [person],
  stories: [{ slug: 'kashi', blogTitle: 'काशी की सुबह' }],
};

async function openBox() {
  signIn(me);
  const requests = mockResponse('get', '/api/post/suggest', FOUND);
  mockResponse('get', '/api/post/search', buildSearchPage());
  const user = renderApp('/about');
  const box = await screen.findByRole('combobox', { name: 'Search stories' });
  await user.click(box);
  return { user, box, requests };
}

const activeOption = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;

describe('the search box', () => {
  it('while typing: suggests places, people and stories, requested once after a pause', async () => {
    const { user, box, requests } = await openBox();
    expect(box).toHaveAttribute('aria-expanded', 'false');

    await user.type(box, 'kas');

    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(box).toHaveAttribute('aria-expanded', 'true');
    expect(box).toHaveAttribute('aria-controls', list.id);
    expect(within(list).getAllByRole('group')).toHaveLength(3);
    expect(within(within(list).getByRole('group', { name: 'People' })).getByRole('option')).toHaveTextContent(
      'காவ்யா',
    );
    expect(requests.map(({ url }) => url.searchParams.get('q'))).toEqual(['kas']);
    expect(await screen.findByText('3 suggestions')).toBeInTheDocument();
  });

  it('in Hindi: names a state in Hindi, once', async () => {
    const { user, box } = await openBox();
    const goa = buildPlaceHit({ slug: 'goa', name: 'Goa', kind: 'state', state: 'Goa', district: '' });
    mockResponse('get', '/api/post/suggest', {
      places: [{ ...goa, matched: 'गोवा', storyCount: 0 }],
      people: [],
      stories: [],
    });
    await user.type(box, 'गोवा');
    expect(await screen.findByRole('option')).toHaveTextContent('Goa (गोवा)');

    await act(() => setLanguage('hi'));

    expect(screen.getByRole('option').textContent).toBe('गोवा');
  });

  it('keys: move through the options and wrap around at both ends, without leaving the input', async () => {
    const { user, box } = await openBox();
    await user.type(box, 'kas');
    await screen.findByRole('listbox');
    const press = async (key: string) => {
      await user.keyboard(`{${key}}`);
      return activeOption();
    };

    expect(await press('Home')).toBeNull();
    expect(await press('ArrowDown')).toContain('Kashid');
    expect(box).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    expect(await press('End')).toBe('काशी की सुबह');
    expect(await press('ArrowDown')).toContain('Kashid');
    expect(await press('ArrowUp')).toBe('काशी की सुबह');
    expect(await press('Home')).toContain('Kashid');
    expect(box).toHaveFocus();
    expect(await press('Escape')).toBeNull();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(box).toHaveValue('kas');
    expect(await press('ArrowDown')).toBeNull();
    expect(await screen.findByRole('listbox')).toBeVisible();
  });

  it('with an active option when the suggestions for more letters arrive: makes none of them active', async () => {
    const { user, box } = await openBox();
    await user.type(box, 'kas');
    await screen.findByRole('listbox');
    const { pending, release } = createPendingResponse();
    mockResponse('get', '/api/post/suggest', () =>
      pending.then(() => ({ ...FOUND, places: [buildPlaceHit({ name: 'Kasauli', slug: 'kasauli' })] })),
    );
    await user.type(box, 'a{ArrowDown}');
    expect(activeOption()).toContain('Kashid');

    release();

    expect(await screen.findByRole('option', { name: /Kasauli/ })).toBeVisible();
    expect(activeOption()).toBeNull();
    expect(box).not.toHaveAttribute('aria-activedescendant');
  });

  it('Enter that ends a composition in Safari: chooses no option', async () => {
    const { user, box } = await openBox();
    await user.type(box, 'kas');
    await screen.findByRole('listbox');
    await user.keyboard('{ArrowDown}');

    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });

    expect(window.location.pathname).not.toBe('/place/kashid');
    expect(screen.getByRole('listbox')).toBeVisible();
  });

  it('Enter or a click on an option: leads to the page of the place or person', async () => {
    const { user, box } = await openBox();
    mockResponse('get', '/api/place/:slug', { place: buildPlacePage() });
    mockResponse('get', '/api/place/:slug/posts', { posts: [], nextCursor: null });
    await user.type(box, 'kas');
    await screen.findByRole('listbox');

    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/place/kashid'));
    // The heading of the page receives the focus once it is shown.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    mockResponse('get', '/api/post/by-author/:userId', {
      posts: [],
      nextCursor: null,
      author: { ...person, bio: '', followerCount: 0, followedByMe: false },
      places: [],
    });
    await user.type(box, 'k');
    await user.click(await screen.findByRole('option', { name: 'காவ்யா' }));

    await waitFor(() => expect(window.location.pathname).toBe(`/author/${person._id}`));
    await waitFor(() => expect(box).toHaveValue(''));
  });

  it('a request that was overtaken, or fails: shows nothing', async () => {
    const { user, box } = await openBox();
    let respond: (found: typeof FOUND) => void = () => undefined;
    mockResponse(
      'get',
      '/api/post/suggest',
      () => new Promise<typeof FOUND>((resolve) => (respond = resolve)),
    );
    await user.type(box, 'ka');
    const respondFirst = await waitFor(() => {
      if (respond.length === 0) throw new Error('not requested yet');
      return respond;
    });
    const failed = mockError('get', '/api/post/suggest', 503, 'The database is unavailable');
    await user.type(box, 's');
    await waitFor(() => expect(failed).toHaveLength(1));

    respondFirst(FOUND);

    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the same search again', () => {
  it('requests the results again, without another history entry', async () => {
    signIn(me);
    mockError('get', '/api/post/search', 500, 'Something went wrong');
    const user = renderApp('/search?q=jaipur');
    await screen.findByText('Something went wrong');
    mockResponse('get', '/api/post/search', buildSearchPage([], { corrected: 'jaipur' }));
    const entries = window.history.length;

    await user.type(screen.getByRole('combobox', { name: 'Search stories' }), '{Enter}');

    expect(await screen.findByText('Showing results for', { exact: false })).toBeVisible();
    expect(window.history.length).toBe(entries);
  });
});

describe('recent searches', () => {
  it('of this user: are offered while the box is empty, latest first, and can be removed', async () => {
    recentSearches.add(me._id, 'goa');
    recentSearches.add(me._id, 'கோவா');
    recentSearches.add('somebody-else', 'secret');
    const { user, box } = await openBox();
    const list = await screen.findByRole('listbox', { name: 'Recent searches' });
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['கோவா', 'goa']);

    const remove = screen.getByRole('button', { name: 'Remove “கோவா” from recent searches' });
    // Some browsers do not focus a clicked button: then the box must not lose the focus.
    expect(fireEvent.mouseDown(remove)).toBe(false);
    await user.click(remove);
    expect(box).toHaveFocus();
    expect(screen.getByRole('option')).toHaveTextContent('goa');
    await user.click(screen.getByRole('button', { name: 'Clear recent searches' }));

    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(recentSearches.read(me._id).size).toBe(0);
    expect(recentSearches.read('somebody-else').size).toBe(1);
  });

  it('after a search: contain its query, and can be chosen by keyboard', async () => {
    const { user, box } = await openBox();
    await user.type(box, ' goa {Enter}');
    // The heading of the results receives the focus, which closes the popup.
    const heading = await screen.findByRole('heading', { level: 1, name: '“goa”' });
    await waitFor(() => expect(heading).toHaveFocus());
    // Without a click or key press, results that arrive later would move the focus once more.
    await user.click(box);
    await user.clear(box);

    await screen.findByRole('listbox', { name: 'Recent searches' });
    await user.keyboard('{ArrowDown}{Enter}');

    await waitFor(() => expect(box).toHaveValue('goa'));
    expect([...recentSearches.read(me._id)]).toEqual(['goa']);
  });

  it('after signing out: are removed from the device', async () => {
    recentSearches.add(me._id, 'goa');
    recentSearches.add('somebody-else', 'kochi');
    signIn(me);
    const user = renderApp('/update-profile');
    const logout = await screen.findByRole('button', { name: 'Logout' });
    signOut();

    await user.click(logout);

    await waitFor(() => expect(recentSearches.read(me._id).size).toBe(0));
    expect(recentSearches.read('somebody-else').size).toBe(1);
  });
});
