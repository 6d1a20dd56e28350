import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { STATE_SHAPES } from '../features/places/map/shapes.ts';
import { setLanguage } from '../i18n/strings.ts';
import {
  buildAuthor,
  buildCard,
  buildComment,
  buildError,
  buildPlaceHit,
  buildPlacePage,
  buildPost,
  buildSearchCard,
  buildSearchPage,
  buildUser,
} from '../testing/factories.ts';
import { fill } from '../testing/fill.ts';
import { openProfile } from '../testing/open-profile.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn, signOut } from '../testing/server.ts';
import { buildPicture, figureHtml } from '../testing/story-pictures.ts';

const me = buildUser();
const author = { ...buildAuthor(), createdAt: '2026-02-03T04:05:06.000Z' };
const cards = [
  buildCard({ commentCount: 2, bookmarkedByMe: true, authorId: author }),
  buildCard({ blogTitle: 'ঘাটের সকাল' }),
];
const list = { posts: cards, nextCursor: null };
const emptyList = { posts: [], nextCursor: null };

/** Names, URLs and times, which also have Latin letters in Hindi. */
const LATIN_NAMES = /Safarnama|Varanasi|Gaya|http\S+|\d [ap]m/g;

/** Returns the texts on the page, visible or for screen readers, that still contain Latin letters. */
function findLatinTexts(): string[] {
  // The language switch names each language in the language itself.
  const elements = [...document.querySelectorAll('title, body, body *:not([lang=en])')];
  const texts = elements.flatMap((element) => [
    ...[...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
    ...['aria-label', 'alt', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  ]);
  return texts.map((text) => text.replace(LATIN_NAMES, '')).filter((text) => /\p{Script=Latin}/u.test(text));
}

describe('a page for readers, with the language changed to Hindi while it is open', () => {
  it.each([
    ['home', '/', 'Newest', 'सबसे नई'],
    ['home without stories of followed authors', '/?list=following', /^Follow a writer/, /^किसी लेखक/],
    ['a story', '/post/a', 'Show more comments', 'और टिप्पणियाँ दिखाएँ'],
    ["the user's own story", '/post/own', 'Edit Post', 'कहानी एडिट करें'],
    ['an author', `/author/${author._id}`, /^Member since/, '3 फ़रवरी 2026'],
    ['My Posts', '/my-posts', 'No Post Yet', 'अभी कोई कहानी नहीं'],
    ['deleted stories', '/my-posts?tab=deleted', '7 minutes left', '7 मिनट बचे हैं'],
    ['bookmarks', '/bookmarks', 'No bookmarks yet', 'अभी कोई बुकमार्क नहीं'],
    ['a place', '/place/varanasi', 'Town', 'शहर'],
    [
      'results of a search',
      '/search?q=%E0%A4%98%E0%A4%BE%E0%A4%9F&place=kerala',
      'Clear filters',
      'फ़िल्टर हटाएँ',
    ],
    ['the map of India', '/places', /^13 stories in 1 of/, /^36 राज्यों .* 13 कहानियाँ$/],
    ['the map of a state', '/places/kerala', 'All of India', 'पूरा भारत'],
  ])('%s: has no English text', async (_page, path, english, hindi) => {
    mockPages();
    renderApp(path);
    await screen.findAllByText(english);

    await act(() => setLanguage('hi'));

    expect((await screen.findAllByText(hindi)).length).toBeGreaterThan(0);
    // Lazy parts, such as a small map, are loaded together with their texts.
    await waitFor(() => expect(findLatinTexts()).toEqual([]));
  });
});

function mockPages(): void {
  signIn(me);
  mockResponse('get', '/api/post/getposts', { ...list, nextCursor: 'next' });
  mockResponse('get', '/api/post/following', emptyList);
  mockResponse('get', '/api/post/my-posts', emptyList);
  mockResponse('get', '/api/post/bookmarks', emptyList);
  mockResponse('get', '/api/post/deleted', {
    posts: [{ ...buildCard(), deletedAt: new Date(Date.now() - 150_000).toISOString() }],
    nextCursor: null,
  });
  mockResponse('get', '/api/post/by-author/:id', {
    ...emptyList,
    author: { ...author, bio: '', followerCount: 3, followedByMe: false },
    places: [
      { _id: 'a', slug: 'jaipur', name: 'जयपुर', state: 'Rajasthan', kind: 'town' },
      { _id: 'b', slug: 'kerala', name: 'Kerala', state: 'Kerala', kind: 'state' },
    ],
  });
  const picture = buildPicture({ alt: '', caption: '' });
  mockResponse('get', '/api/post/getpost/:slug', ({ url }) => ({
    post: buildPost({
      authorId: url.pathname.endsWith('/own') ? me : author,
      visitedOn: '2026-01-02',
      blogHtml: `<h2>क</h2><h2>ख</h2><h2>ग</h2><h2>घ</h2>${figureHtml(picture)}`,
      pictures: [picture],
    }),
  }));
  mockResponse('get', '/api/post/:id/comments', {
    comments: [buildComment({ editedAt: '2026-03-01T10:00:00.000Z' }), buildComment({ authorId: me })],
    nextCursor: 'next',
  });
  const village = buildPlaceHit({ _id: 'village', kind: 'village', district: '', near: 'Gaya' });
  mockResponse('get', '/api/place/:slug', {
    place: buildPlacePage({ otherNames: ['காசி'], authors: [author], nearby: [village] }),
  });
  mockResponse('get', '/api/place/:slug/posts', list);
  const goa = { _id: 'sf-goa', slug: 'goa', name: 'Goa', state: 'Goa' };
  mockResponse(
    'get',
    '/api/post/search',
    buildSearchPage([buildSearchCard({ authorId: author, place: goa })], {
      places: [
        buildPlaceHit({ ...goa, kind: 'state', district: '', localName: 'गोवा', matched: 'गोवा' }),
        buildPlaceHit({ localName: '' }),
      ],
    }),
  );
  mockResponse('get', '/api/place/map', {
    states: STATE_SHAPES.map(({ slug, name }) => ({ slug, name, storyCount: slug === 'kerala' ? 13 : 0 })),
    points: [
      { slug: 'varanasi', name: 'वाराणसी', lat: 25.32, lon: 83.01, storyCount: 10 },
      { slug: 'kerala', name: 'Kerala', lat: 10.35, lon: 76.4, storyCount: 3 },
    ],
    total: 13,
  });
}

describe('an error on the screen, with the language changed to Hindi', () => {
  const POSTS = '/api/post/getposts';

  it.each([
    [
      'of the server',
      () => mockError('get', POSTS, 500, 'Something went wrong', 'internal'),
      'कुछ गड़बड़ हो गई',
    ],
    ['without a response', () => mockNetworkError('get', POSTS), 'कहानियाँ लोड नहीं हो सकीं'],
  ])('%s, in place of a list: is in Hindi', async (_case, mockFailure, hindi) => {
    mockPages();
    mockFailure();
    renderApp('/');
    await screen.findByText(/^(?:Something went wrong|Failed to fetch all posts)$/);

    await act(() => setLanguage('hi'));

    expect(await screen.findByText(hindi)).toBeVisible();
  });

  it.each([
    ['a story', '/post/a', '/api/post/getpost/:slug', 'Error: Something went wrong'],
    ['comments', '/post/a', '/api/post/:id/comments', 'Something went wrong'],
    ['deleted stories', '/my-posts?tab=deleted', '/api/post/deleted', 'Something went wrong'],
    ['activity', '/notifications', '/api/notifications', 'Something went wrong'],
    ['sessions', '/update-profile/sessions', '/api/auth/sessions', 'Something went wrong'],
  ])('in place of %s: is in Hindi', async (_case, path, endpoint, english) => {
    mockPages();
    mockError('get', endpoint, 500, 'Something went wrong', 'internal');
    renderApp(path);
    await screen.findByText(english);

    await act(() => setLanguage('hi'));

    expect(await screen.findByText(/कुछ गड़बड़ हो गई/)).toBeVisible();
    expect(screen.queryByText(english)).not.toBeInTheDocument();
  });

  it('of the login form: is in Hindi', async () => {
    signOut();
    const user = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Email is required')).toBeVisible();

    await act(() => setLanguage('hi'));
    expect(screen.getByText('ईमेल लिखें')).toBeVisible();
    expect(screen.getByText('पासवर्ड लिखें')).toBeVisible();

    await act(() => setLanguage('en'));
    mockError('post', '/api/auth/login', 401, 'Invalid email or password', 'invalid_credentials');
    fill(screen.getByLabelText('Email'), 'meera@example.org');
    fill(screen.getByLabelText('Password'), 'monsoon-kochi-7');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Invalid email or password');

    await act(() => setLanguage('hi'));
    expect(screen.getByText('ईमेल या पासवर्ड सही नहीं है')).toBeVisible();
  });

  it('of the sign-up form: is in Hindi', async () => {
    signOut();
    const user = renderApp('/signup');
    await user.click(await screen.findByRole('button', { name: 'Create Account' }));
    expect(screen.getByText('Full name is required')).toBeVisible();

    await act(() => setLanguage('hi'));
    expect(screen.getByText('पूरा नाम लिखें')).toBeVisible();

    await act(() => setLanguage('en'));
    const fields = [
      { field: 'email', code: 'email_taken', message: 'An account with this email already exists' },
    ];
    mockResponse(
      'post',
      '/api/auth/signup',
      { ...buildError('An account with this email already exists', 'email_taken'), fields },
      { status: 409 },
    );
    fill(screen.getByLabelText('Full name'), 'मीरा');
    fill(screen.getByLabelText('Email'), 'meera@example.org');
    fill(screen.getByLabelText('Password'), 'monsoon-kochi-7');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByText('An account with this email already exists');

    await act(() => setLanguage('hi'));
    expect(screen.getByText('इस ईमेल से एक खाता पहले से है')).toBeVisible();
  });

  it('of the profile form: is in Hindi', async () => {
    const { user, name, press } = await openProfile();
    await user.clear(name);
    await press('Save Changes');
    expect(screen.getByText('Name is required')).toBeVisible();

    await act(() => setLanguage('hi'));
    expect(screen.getByText('नाम लिखें')).toBeVisible();

    await act(() => setLanguage('en'));
    mockError('put', '/api/auth/update-profile', 500, 'Something went wrong', 'internal');
    await user.type(screen.getByLabelText('Full name'), 'मीरा');
    await press('Save Changes');
    await screen.findByText('Something went wrong');

    await act(() => setLanguage('hi'));
    expect(screen.getByText('कुछ गड़बड़ हो गई')).toBeVisible();
  });
});
