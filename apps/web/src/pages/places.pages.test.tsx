import type { PlaceMap } from '@safarnama/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { STATE_SHAPES } from '../features/places/map/shapes.ts';
import { buildPlaceHit, buildUser } from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../testing/server.ts';

const VARANASI = { slug: 'varanasi', name: 'Varanasi', lat: 25.32, lon: 83.01, storyCount: 12 };
const SARNATH = { slug: 'sarnath', name: 'Sarnath', lat: 25.38, lon: 83.02, storyCount: 1 };
const COUNTS: Record<string, number> = { 'uttar-pradesh': 13, kerala: 1 };

function buildMap(points: PlaceMap['points'] = [VARANASI, SARNATH], counts = COUNTS): PlaceMap {
  const states = STATE_SHAPES.map(({ slug, name }) => ({ slug, name, storyCount: counts[slug] ?? 0 }));
  return { states, points, total: points.reduce((sum, { storyCount }) => sum + storyCount, 0) };
}

const SUMMARY = '13 stories in 2 of 36 states and union territories';

function mockMap(map = buildMap()) {
  signIn(buildUser());
  return mockResponse('get', '/api/place/map', map);
}

const mapOf = (name: string) => screen.findByRole('navigation', { name: `Map of ${name}` });

describe('PlacesPage', () => {
  it('of India: shows every state on the map and in the list, with the same number of stories', async () => {
    mockMap();
    renderApp('/places');
    const map = await mapOf('India');
    await screen.findByText(SUMMARY);

    const list = screen.getByRole('region', { name: 'States and union territories' });
    const describeLinks = (links: HTMLElement[]) =>
      links.map((link) => [
        link.getAttribute('href'),
        (link.getAttribute('aria-label') ?? link.textContent).replace(', ', ''),
      ]);
    const onMap = describeLinks(within(map).getAllByRole('link'));
    expect(onMap).toHaveLength(36);
    expect(onMap).toContainEqual(['/places/uttar-pradesh', 'Uttar Pradesh13 stories']);
    expect(describeLinks(within(list).getAllByRole('link'))).toEqual(onMap);
    const places = screen.getByRole('region', { name: 'Places with the most stories' });
    expect(within(places).getByRole('link', { name: /^Varanasi/ })).toHaveAttribute(
      'href',
      '/place/varanasi',
    );
  });

  it('after choosing a state: shows its places as dots and as a list, and leads back', async () => {
    const requests = mockMap();
    const user = renderApp('/places');
    const map = await mapOf('India');
    await screen.findByText(SUMMARY);

    await user.click(within(map).getByRole('link', { name: 'Uttar Pradesh, 13 stories' }));

    const heading = await screen.findByRole('heading', { level: 1, name: 'Uttar Pradesh' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toContain('Uttar Pradesh');
    const list = await screen.findByRole('region', { name: 'Places in Uttar Pradesh' });
    expect(within(list).getAllByRole('link')).toHaveLength(2);
    const dot = within(await mapOf('Uttar Pradesh')).getByRole('link', {
      name: 'Varanasi and 1 place nearby, 13 stories',
    });
    expect(dot).toHaveAttribute('href', '/place/varanasi');
    expect(requests.map(({ url }) => url.search)).toEqual(['', '?state=uttar-pradesh']);

    await user.click(screen.getByRole('link', { name: 'All of India' }));
    expect(await mapOf('India')).toBeVisible();
    expect(await mapOf('India')).not.toHaveTextContent('Uttar Pradesh, 13 stories');
  });

  it('of a state without stories: invites the user to write the first one', async () => {
    mockMap(buildMap([], {}));
    renderApp('/places/mizoram');

    expect(
      await screen.findByText('Nobody has written about Mizoram yet. Have you been there?'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Write the first story' })).toHaveAttribute(
      'href',
      '/add-posts?place=mizoram',
    );
  });

  it('at the URL of an unknown state: shows that it was not found, and requests nothing', async () => {
    const requests = mockMap();
    renderApp('/places/atlantis');

    expect(await screen.findByRole('heading', { name: 'Place not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'All of India' })).toHaveAttribute('href', '/places');
    expect(requests).toEqual([]);
  });

  it('when loading fails: shows the reason next to the map of the states, and loads again on request', async () => {
    signIn(buildUser());
    mockError('get', '/api/place/map', 500, 'Something went wrong');
    const user = renderApp('/places');
    expect(await screen.findByText('Something went wrong')).toBeVisible();
    const links = within(await mapOf('India')).getAllByRole('link');
    expect(links).toHaveLength(36);
    expect(within(await mapOf('India')).getByRole('link', { name: 'Kerala' })).toBeInTheDocument();

    mockResponse('get', '/api/place/map', buildMap());
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText(SUMMARY)).toBeVisible();
  });

  it('while it is loaded again after a failure: no longer shows the error', async () => {
    signIn(buildUser());
    mockError('get', '/api/place/map', 500, 'Something went wrong');
    const user = renderApp('/places');
    await screen.findByText('Something went wrong');
    mockResponse('get', '/api/place/map', () => new Promise(() => undefined));

    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('offline: loads when the browser is online again', async () => {
    signIn(buildUser());
    mockNetworkError('get', '/api/place/map');
    renderApp('/places');
    expect(await screen.findByRole('alert')).toBeVisible();

    mockResponse('get', '/api/place/map', buildMap());

    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(screen.getByText(SUMMARY)).toBeVisible();
    });
  });

  it('with many places in a state: lists the first 48, and all of them on request', async () => {
    const points = Array.from({ length: 60 }, (_, index) => ({
      ...VARANASI,
      slug: `ghat-${index}`,
      name: `Ghat ${index}`,
    }));
    mockMap(buildMap(points));
    const user = renderApp('/places/uttar-pradesh');
    const list = await screen.findByRole('region', { name: 'Places in Uttar Pradesh' });
    expect(within(list).getAllByRole('link')).toHaveLength(48);

    await user.click(screen.getByRole('button', { name: 'Show all 60 places' }));

    const links = within(list).getAllByRole('link');
    expect(links).toHaveLength(60);
    expect(links[47]).toHaveFocus();
  });
});

describe('AuthorPage', () => {
  it('of an author with stories of places: draws a map with their states, and counts them', async () => {
    signIn(buildUser());
    const author = { ...buildUser(), bio: '', followerCount: 0, followedByMe: false };
    const places = [
      buildPlaceHit(),
      buildPlaceHit({ _id: 'gn-1', name: 'Agra', slug: 'agra' }),
      buildPlaceHit({ _id: 'gn-2', name: 'Kochi', slug: 'kochi', state: 'Kerala' }),
      buildPlaceHit({ _id: 'sf-1', name: 'India', slug: 'india', kind: 'country', state: '' }),
    ];
    mockResponse('get', '/api/post/by-author/:userId', { author, posts: [], nextCursor: null, places });
    renderApp(`/author/${author._id}`);

    expect(
      await screen.findByRole('img', { name: 'Map of India with stories from Kerala and Uttar Pradesh' }),
    ).toBeVisible();
    expect(screen.getByText('2 of 36 states and union territories')).toBeVisible();
  });

  it('of an author with stories of many places: names the 24 with the most stories, by name', async () => {
    signIn(buildUser());
    const author = { ...buildUser(), bio: '', followerCount: 0, followedByMe: false };
    // Those with the most stories first, as in the response.
    const names = Array.from({ length: 26 }, (_, index) => `${String.fromCharCode(90 - index)}pur`);
    const places = names.map((name) => buildPlaceHit({ _id: `gn-${name}`, name, slug: name.toLowerCase() }));
    mockResponse('get', '/api/post/by-author/:userId', { author, posts: [], nextCursor: null, places });
    renderApp(`/author/${author._id}`);

    await screen.findByRole('link', { name: 'Zpur' });

    const shown = screen.getAllByRole('link', { name: /pur$/ }).map(({ textContent }) => textContent);
    expect(shown).toEqual(names.slice(0, 24).reverse());
  });
});
