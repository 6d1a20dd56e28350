import type { PlacePage } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/strings.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import {
  buildAuthor,
  buildCard,
  buildPlaceHit,
  buildPlacePage,
  buildPost,
  buildSavedPost,
  buildUser,
} from '../testing/factories.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockResponse, signIn } from '../testing/server.ts';

const me = { ...buildUser(), fullName: 'मीरा नायर' };
const joined = { createdAt: '2026-02-03T04:05:06.000Z' };

function mockPlace(overrides: Partial<PlacePage> = {}, posts = [buildCard()]) {
  signIn(me);
  mockResponse('get', '/api/place/:slug', { place: buildPlacePage(overrides) });
  return mockResponse('get', '/api/place/:slug/posts', { posts, nextCursor: null });
}

describe('PlacePage', () => {
  it('with stories: shows the names, the kind and the location of the place, and the stories', async () => {
    mockPlace({ otherNames: ['Banaras', 'वाराणसी', 'காசி'] }, [buildCard({ blogTitle: 'घाट की सुबह' })]);
    renderApp('/place/varanasi');

    const heading = await screen.findByRole('heading', { level: 1, name: 'Varanasi वाराणसी' });
    expect(within(heading).getByText('वाराणसी')).toHaveAttribute('lang', 'hi');
    expect(screen.getByText('Town')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Varanasi district' })).toHaveAttribute(
      'href',
      '/place/varanasi-district',
    );
    expect(screen.getByRole('link', { name: 'Uttar Pradesh' })).toHaveAttribute(
      'href',
      '/place/uttar-pradesh',
    );
    expect(screen.getByText(/Also known as/)).toHaveTextContent(/^Also known as Banaras, காசி$/);
    expect(screen.getByText('காசி', { exact: false })).toHaveAttribute('lang', 'ta');
    expect(screen.getByText('12 stories')).toBeVisible();
    expect(screen.getByRole('heading', { level: 3, name: 'घाट की सुबह' })).toBeVisible();
    expect(document.title).toContain('Varanasi');
  });

  it('after a link: focuses the name once it is known, as another element than the placeholder', async () => {
    mockPlace();
    const user = renderApp('/place/varanasi');
    const link = await screen.findByRole('link', { name: 'Varanasi district' });
    const { pending, release } = createPendingResponse();
    const district = buildPlacePage({ name: 'Varanasi district', localName: '', kind: 'district' });
    mockResponse('get', '/api/place/:slug', () => pending.then(() => ({ place: district })));
    await user.click(link);
    const placeholder = await screen.findByRole('heading', { level: 1, name: 'Place' });
    await waitFor(() => expect(placeholder).toHaveFocus());

    release();

    const heading = await screen.findByRole('heading', { level: 1, name: 'Varanasi district' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(heading).not.toBe(placeholder);
  });

  it('with authors and other places: shows them, with links to message the authors', async () => {
    const writer = { ...buildAuthor({ fullName: 'অরুণ সেন' }), ...joined };
    const self = { ...buildAuthor({ _id: me._id, fullName: me.fullName }), ...joined };
    mockPlace({
      authors: [writer, self],
      nearby: [
        buildPlaceHit({ _id: 'n', slug: 'sarnath', name: 'Sarnath', localName: 'सारनाथ', storyCount: 1 }),
      ],
      within: [
        buildPlaceHit({ _id: 'w', slug: 'assi-ghat', name: 'Assi Ghat', storyCount: 0, state: 'Bihar' }),
      ],
    });
    renderApp('/place/varanasi');

    const people = await screen.findByRole('region', { name: 'People who wrote about this place' });
    expect(within(people).getByRole('link', { name: 'অরুণ সেন' })).toHaveAttribute(
      'href',
      `/author/${writer._id}`,
    );
    expect(within(people).getByRole('link', { name: 'Message অরুণ সেন' })).toHaveAttribute(
      'href',
      `/chat/${writer._id}`,
    );
    expect(within(people).queryByRole('link', { name: `Message ${me.fullName}` })).not.toBeInTheDocument();
    const nearby = screen.getByRole('region', { name: 'Nearest places with stories' });
    expect(within(nearby).getByRole('link', { name: 'Sarnath सारनाथ 1 story' })).toHaveAttribute(
      'href',
      '/place/sarnath',
    );
    const inside = screen.getByRole('region', { name: 'Places in Varanasi' });
    expect(within(inside).getByRole('link')).toHaveAccessibleName('Assi Ghat वाराणसी, Bihar');
  });

  it('in Hindi: shows each name of a state once', async () => {
    const bihar = { slug: 'bihar', name: 'Bihar', state: 'Bihar', kind: 'state' as const };
    mockPlace({
      ...{ slug: 'goa', name: 'Goa', state: 'Goa', kind: 'state', localName: 'गोंय', otherNames: ['गोवा'] },
      nearby: [buildPlaceHit({ ...bihar, localName: 'बिहार', storyCount: 0 })],
    });
    renderApp('/place/goa');
    await screen.findByRole('heading', { level: 1, name: 'Goa गोंय' });

    await act(() => setLanguage('hi'));

    expect(screen.getByRole('heading', { level: 1, name: 'गोवा गोंय' })).toBeVisible();
    expect(screen.queryByText(/दूसरे नाम:/)).not.toBeInTheDocument();
    const nearby = screen.getByRole('region', { name: 'कहानियों वाली सबसे नज़दीकी जगहें' });
    expect(within(nearby).getByRole('link')).toHaveAccessibleName('बिहार');
  });

  it('sorted by likes: requests that order, and leaves the rest of the page unchanged', async () => {
    const requests = mockPlace();
    const user = renderApp('/place/varanasi');
    await user.click(await screen.findByRole('link', { name: 'Most liked this month' }));

    expect(screen.getByRole('heading', { level: 1, name: /Varanasi/ })).toBeVisible();
    await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('sort')).toBe('liked'));
    expect(await screen.findByRole('link', { name: 'Most liked this month' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  it('when a story that was sent before moves to another place: loads the stories again', async () => {
    const post = buildPost({
      place: { _id: 'gn-1', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' },
    });
    const { card } = buildSavedPost(post);
    mockPlace({}, [card]);
    renderApp('/place/varanasi');
    await screen.findByText(post.blogTitle);
    const reloads = mockResponse('get', '/api/place/:slug/posts', { posts: [], nextCursor: null });
    mockResponse('put', '/api/post/update-post/:id', buildSavedPost({ ...post, place: null }));

    await act(() => useBlogStore.getState().updatePost(post._id, { blogTitle: post.blogTitle }));

    await waitFor(() => expect(reloads).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText(post.blogTitle)).not.toBeInTheDocument());
  });

  it('without a story: links to a form with the place, for the first story', async () => {
    mockPlace({ storyCount: 0 }, []);
    const user = renderApp('/place/varanasi');
    expect(await screen.findByText('No stories from Varanasi yet')).toBeVisible();

    await user.click(screen.getByRole('link', { name: 'Write the first story' }));

    expect(await screen.findByRole('combobox', { name: 'Location' })).toHaveValue('Varanasi, Uttar Pradesh');
    expect(screen.getByRole('button', { name: 'Remove the place Varanasi' })).toBeVisible();
  });

  it('of an unknown place: shows that it was not found', async () => {
    signIn(me);
    mockError('get', '/api/place/:slug', 404, 'Place not found');
    mockError('get', '/api/place/:slug/posts', 404, 'Place not found');
    renderApp('/place/nowhere');

    expect(await screen.findByRole('heading', { level: 1, name: 'Place not found' })).toBeVisible();
  });

  it('after a failure: shows the reason and loads again on request', async () => {
    mockPlace();
    mockError('get', '/api/place/:slug', 503, 'The database is unavailable');
    const user = renderApp('/place/varanasi');
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is unavailable');
    expect(screen.getByRole('heading', { level: 1, name: 'Place' })).toBeVisible();
    mockPlace();

    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('heading', { level: 1, name: /Varanasi/ })).toBeVisible();
  });
});
