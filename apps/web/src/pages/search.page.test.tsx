import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildAuthor,
  buildCard,
  buildId,
  buildPlaceHit,
  buildSearchCard,
  buildSearchPage,
  buildUser,
} from '../testing/factories.ts';
import { goOffline } from '../testing/go-offline.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../testing/server.ts';

const person = { ...buildAuthor({ fullName: 'Kashi Nath' }), createdAt: '2026-02-03T04:05:06.000Z' };
const address = () => decodeURIComponent(window.location.search);
const article = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('article') as HTMLElement;

describe('SearchPage', () => {
  it('with results: shows their number, people and places, and highlights the matches', async () => {
    signIn(buildUser());
    const card = buildSearchCard({
      blogTitle: 'काशी की सुबह',
      excerpt: 'घाट पर काशी जागी',
      matches: { title: [[0, 4]], excerpt: [[7, 11]] },
    });
    mockResponse(
      'get',
      '/api/post/search',
      buildSearchPage([card], {
        total: 1_000,
        people: [person],
        places: [buildPlaceHit({ matched: 'Kashi' })],
      }),
    );
    renderApp('/search?q=kashi');

    expect(await screen.findByText('1,000+ stories')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Search stories' })).toHaveValue('kashi');
    const marks = [...(await article('काशी की सुबह')).querySelectorAll('mark')];
    expect(marks.map((mark) => mark.textContent)).toEqual(['काशी', 'काशी']);
    expect(screen.getByText('घाट पर', { exact: false, selector: 'p' })).toHaveTextContent(
      'घाट पर काशी जागी...',
    );
    expect(screen.getByRole('link', { name: 'Kashi Nath' })).toHaveAttribute('href', `/author/${person._id}`);
    expect(
      within(screen.getByRole('region', { name: 'Places' })).getByRole('link', { name: /^Varanasi/ }),
    ).toHaveAttribute('href', '/place/varanasi');
  });

  it('with more pages: keeps the number, the people and the places of the first page', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/search', ({ url }) =>
      url.searchParams.has('cursor')
        ? buildSearchPage([buildSearchCard({ blogTitle: 'দুই' })], { total: 99 })
        : buildSearchPage([buildSearchCard({ blogTitle: 'এক' })], {
            total: 2,
            nextCursor: 'next',
            people: [person],
            places: [buildPlaceHit()],
          }),
    );
    const user = renderApp('/search?q=ghat');

    await user.click(await screen.findByRole('button', { name: 'Show more stories' }));

    expect(await screen.findByRole('link', { name: 'দুই' })).toBeVisible();
    expect(screen.getByText('2 stories')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Kashi Nath' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Varanasi/ })).toBeVisible();
  });

  it('with a corrected query: shows the correction and offers the search as typed', async () => {
    signIn(buildUser());
    const requests = mockResponse('get', '/api/post/search', ({ url }) =>
      buildSearchPage([buildSearchCard()], {
        corrected: url.searchParams.get('q') === 'jaypor' ? 'jaipur' : null,
      }),
    );
    const user = renderApp('/search?q=jaypor&year=2025');
    const status = (await screen.findByText('Showing results for', { exact: false })).closest(
      '[role=status]',
    );
    expect(status).toHaveTextContent('Showing results for jaipur.');

    await user.click(screen.getByRole('link', { name: 'Search instead for “jaypor”' }));

    await waitFor(() => expect(address()).toBe('?q="jaypor"&year=2025'));
    await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('q')).toBe('"jaypor"'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('filters: are sent and are part of the URL, so that Back reverts them', async () => {
    signIn(buildUser());
    const author = buildAuthor({ fullName: 'Meera' });
    const requests = mockResponse(
      'get',
      '/api/post/search',
      buildSearchPage([buildSearchCard({ authorId: author })], { places: [buildPlaceHit()] }),
    );
    const user = renderApp('/search?q=ghat');
    await screen.findByText('1 story');

    await user.selectOptions(screen.getByLabelText('Place'), 'Varanasi, Uttar Pradesh');
    await waitFor(() => expect(address()).toBe('?q=ghat&place=varanasi'));
    await user.selectOptions(await screen.findByLabelText('Writer'), 'Meera');
    await user.selectOptions(screen.getByLabelText('Year'), String(new Date().getUTCFullYear()));
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest');

    const year = String(new Date().getUTCFullYear());
    const all = `?q=ghat&place=varanasi&author=${author._id}&year=${year}&sort=newest`;
    await waitFor(() => expect(address()).toBe(all));
    await waitFor(() =>
      expect(Object.fromEntries(requests.at(-1)?.url.searchParams ?? [])).toEqual({
        q: 'ghat',
        place: 'varanasi',
        author: author._id,
        year,
        sort: 'newest',
        limit: '12',
      }),
    );
    act(() => window.history.back());
    await waitFor(() => expect(screen.getByLabelText('Sort by')).toHaveValue('best'));
    await user.click(screen.getByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('?q=ghat'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('values of a filter that arrow keys pass: share one history entry', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/search', buildSearchPage());
    renderApp('/search?q=ghat');
    const year = await screen.findByLabelText('Year');
    const thisYear = new Date().getUTCFullYear();

    fireEvent.focus(year);
    for (const value of [thisYear, thisYear - 1]) {
      fireEvent.change(year, { target: { value: String(value) } });
      await waitFor(() => expect(address()).toBe(`?q=ghat&year=${value}`));
    }
    act(() => window.history.back());
    // The page renders some time after the URL has changed.
    await waitFor(() => expect(year).toHaveValue(''));
    expect(address()).toBe('?q=ghat');

    fireEvent.change(year, { target: { value: String(thisYear) } });
    await waitFor(() => expect(address()).toBe(`?q=ghat&year=${thisYear}`));
    act(() => window.history.back());
    await waitFor(() => expect(address()).toBe('?q=ghat'));
  });

  it('filters that are cleared: leave the order', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/search', buildSearchPage());
    const user = renderApp('/search?q=ghat&year=2025&sort=newest');

    await user.click(await screen.findByRole('link', { name: 'Clear filters' }));

    await waitFor(() => expect(address()).toBe('?q=ghat&sort=newest'));
  });

  it('filters from the URL: show the chosen author by name, and ignore malformed values', async () => {
    signIn(buildUser());
    const author = buildAuthor({ fullName: 'Meera' });
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    mockResponse('get', '/api/user/:id', { user: { ...author, createdAt: person.createdAt } });
    const requests = mockResponse('get', '/api/post/search', buildSearchPage());
    renderApp(`/search?q=ghat&author=${author._id}&place=new-delhi&year=abc&sort=oldest`);

    expect(await screen.findByRole('option', { name: 'Meera', selected: true })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'New Delhi', selected: true })).toBeInTheDocument();
    expect(Object.keys(Object.fromEntries(requests[0]?.url.searchParams ?? []))).toEqual([
      'q',
      'place',
      'author',
      'sort',
      'limit',
    ]);
  });

  it('filters from the URL, with an unknown author: says that the author is unknown', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    mockError('get', '/api/user/:id', 404, 'User not found', 'user_not_found');
    mockResponse('get', '/api/post/search', buildSearchPage());
    renderApp(`/search?q=ghat&author=${buildId()}`);

    expect(await screen.findByRole('option', { name: 'Unknown writer', selected: true })).toBeInTheDocument();
  });

  it('filters from the URL, while offline: show the name of the author after a reconnect', async () => {
    signIn(buildUser());
    const author = buildAuthor({ fullName: 'Meera' });
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    mockNetworkError('get', '/api/user/:id');
    mockResponse('get', '/api/post/search', buildSearchPage());
    const reconnect = goOffline();
    renderApp(`/search?q=ghat&author=${author._id}`);
    await screen.findByRole('option', { name: 'Unknown writer', selected: true });

    mockResponse('get', '/api/user/:id', { user: { ...author, createdAt: person.createdAt } });
    reconnect();

    expect(await screen.findByRole('option', { name: 'Meera', selected: true })).toBeInTheDocument();
  });

  it('with a place from the URL that cannot be a slug: ignores it', async () => {
    signIn(buildUser());
    const requests = mockResponse('get', '/api/post/search', buildSearchPage([buildSearchCard()]));
    renderApp('/search?q=ghat&place=New_Delhi');
    await screen.findByText('1 story');

    expect(requests[0]?.url.searchParams.has('place')).toBe(false);
  });

  it('with several places of one name: offers each with its location', async () => {
    signIn(buildUser());
    const buildPlace = (slug: string, state: string) => ({ _id: slug, slug, name: 'Rampur', state });
    const cards = [
      buildPlace('rampur', 'Uttar Pradesh'),
      buildPlace('rampur-ballia-uttar-pradesh', 'Uttar Pradesh'),
      buildPlace('rampur-odisha', 'Odisha'),
    ].map((place) => buildSearchCard({ place }));
    const village = buildPlaceHit({ slug: 'rampur-bihar', name: 'Rampur', kind: 'village', state: 'Bihar' });
    const places = [
      { ...village, district: 'Gaya' },
      { ...village, _id: 'town', slug: 'rampur-town', kind: 'town' as const, district: 'Gaya' },
    ];
    mockResponse('get', '/api/post/search', buildSearchPage(cards, { places }));
    renderApp('/search?q=rampur');
    await screen.findByText('3 stories');

    const options = within(screen.getByLabelText('Place')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Any place',
      'Rampur',
      'Rampur Ballia Uttar Pradesh',
      'Rampur, Odisha',
      'Rampur, Town, Gaya, Bihar',
      'Rampur, Village, Gaya, Bihar',
    ]);
  });

  it.each(['"ghattt"', '“ghattt”', '«ghattt»', '„ghattt“'])(
    'without results for %s: offers a search without the quotes',
    async (q) => {
      signIn(buildUser());
      mockResponse('get', '/api/post/search', buildSearchPage());
      renderApp(`/search?q=${encodeURIComponent(q)}`);

      expect(await screen.findByRole('link', { name: 'Search without quotes' })).toHaveAttribute(
        'href',
        '/search?q=ghattt',
      );
    },
  );

  it('without results: announces that, and offers wider searches, similar names and the newest stories', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/search', buildSearchPage());
    const suggested = mockResponse('get', '/api/post/suggest', {
      stories: [{ slug: 'ghat', blogTitle: 'Ghats at dawn' }],
      places: [],
      people: [person],
    });
    mockResponse('get', '/api/post/getposts', {
      posts: [buildCard({ blogTitle: 'নতুন' })],
      nextCursor: null,
    });
    const user = renderApp('/search?q="the ghattt"&year=2025');

    expect(await screen.findByText('No stories with these filters')).toBeVisible();
    expect(screen.getByText('0 stories').closest('[role="status"]')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Ghats at dawn' })).toHaveAttribute('href', '/post/ghat');
    expect(suggested[0]?.url.searchParams.get('q')).toBe('gha');
    expect(screen.getByRole('link', { name: 'Kashi Nath' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'নতুন' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Search without filters' }));
    expect(await screen.findByText('No stories found')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Search without quotes' })).toHaveAttribute(
      'href',
      '/search?q=the%20ghattt',
    );
  });

  it('after a failure, and offline: shows the reason and retries', async () => {
    signIn(buildUser());
    mockError('get', '/api/post/search', 503, 'The database is unavailable');
    const user = renderApp('/search?q=zz');
    expect(await screen.findByText('The database is unavailable')).toBeVisible();
    mockNetworkError('get', '/api/post/search');
    const reconnect = goOffline();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Failed to get Posts')).toBeVisible();

    mockResponse('get', '/api/post/search', buildSearchPage([buildSearchCard({ blogTitle: 'मेला' })]));
    reconnect();

    expect(await screen.findByRole('link', { name: 'मेला' })).toBeVisible();
  });

  it('with more than 200 characters: shows the limit and sends no request', async () => {
    signIn(buildUser());
    const requests = mockResponse('get', '/api/post/search', buildSearchPage());
    renderApp(`/search?q=${'a'.repeat(201)}`);

    expect(await screen.findByText('Your search can be at most 200 characters long')).toBeVisible();
    expect(requests).toHaveLength(0);
  });
});
