import type { DraftInput } from '@safarnama/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import {
  buildDraft,
  buildPlaceHit,
  buildPlacePage,
  buildPost,
  buildSavedPost,
  buildUser,
} from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

const me = buildUser();
const BANARAS = buildPlaceHit({ matched: 'Banaras' });
const DISTRICT = buildPlaceHit({ _id: 'sf-d', slug: 'varanasi-district', kind: 'district' });
const BANAR = buildPlaceHit({
  _id: 'po-banar',
  slug: 'banar',
  name: 'Banar',
  kind: 'village',
  state: 'Rajasthan',
  district: 'Jodhpur',
});
const PLACE = { _id: 'gn-1253405', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' };

async function openForm(places = [BANARAS, DISTRICT, BANAR], path = '/add-posts') {
  signIn(me);
  const searches = mockResponse('get', '/api/place/search', { places });
  const drafts = mockResponse('put', '/api/drafts/:key', { draft: buildDraft() });
  const user = renderApp(path);
  const field = await screen.findByRole('combobox', { name: 'Location' });
  return { user, field, searches, drafts };
}

/** Publishes a story. @returns the body that was sent. */
async function publish(user: Awaited<ReturnType<typeof openForm>>['user']): Promise<object> {
  const post = buildPost({ authorId: me });
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
  fill(screen.getByLabelText('Title'), 'घाट');
  fill(await screen.findByLabelText('Your story'), '<p>भोर</p>');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Post created!');
  return requests[0]?.body as object;
}

/** Opens the form of a published story in Varanasi. */
async function openPublished() {
  const post = buildPost({ authorId: me, blogLocation: 'Varanasi', place: PLACE });
  mockResponse('get', '/api/place/:slug', { place: buildPlacePage() });
  mockResponse('get', '/api/post/my-posts/:id', { post });
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  const requests = mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
  const { user, field } = await openForm([], `/add-posts?edit=${post._id}`);
  return {
    field,
    user,
    /** Updates the story. @returns the body that was sent. */
    async update(): Promise<object> {
      await user.click(screen.getByRole('button', { name: 'Update story' }));
      await screen.findByText('Post updated!');
      return requests[0]?.body as object;
    },
  };
}

const removeButton = () => screen.queryByRole('button', { name: 'Remove the place Varanasi' });

describe('LocationField', () => {
  it('Enter that ends a composition in Safari: chooses no place', async () => {
    const { user, field } = await openForm();
    await user.type(field, 'banar');
    await screen.findByRole('listbox', { name: 'Places' });
    await user.keyboard('{ArrowDown}');

    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });

    expect(field).toHaveValue('banar');
    expect(removeButton()).not.toBeInTheDocument();
  });

  it('with a place chosen by keyboard: completes the name being typed, shows the place, and sends both', async () => {
    const { user, field, searches } = await openForm();

    await user.type(field, 'banar');
    const list = await screen.findByRole('listbox', { name: 'Places' });
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(field).toHaveAttribute('aria-controls', list.id);
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Varanasi (Banaras)Uttar Pradesh',
      'VaranasiDistrict, Uttar Pradesh',
      'BanarJodhpur, Rajasthan',
    ]);
    expect(searches.map(({ url }) => url.searchParams.get('q'))).toEqual(['banar']);
    expect(await screen.findByText('3 places')).toBeInTheDocument();
    await user.keyboard('{ArrowDown}');
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');

    expect(field).toHaveValue('Banaras, Uttar Pradesh');
    expect(field).toHaveFocus();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(removeButton()?.closest('p')).toHaveTextContent('Place: Varanasi, Uttar Pradesh');
    const body = await publish(user);
    expect(body).toMatchObject({ blogLocation: 'Banaras, Uttar Pradesh', placeId: PLACE._id });
  });

  it('places with the same name in one state: are shown with their districts or the nearest cities', async () => {
    const other = { ...BANAR, _id: 'po-banar-2', slug: 'banar-2', district: '', near: 'Jaipur' };
    const town = { ...BANAR, _id: 'gn-banar', slug: 'banar-3', kind: 'town' as const };
    const { user, field } = await openForm([BANAR, other, town]);
    await user.type(field, 'banar');

    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'BanarVillage, Jodhpur, Rajasthan',
      'BanarNear Jaipur, Rajasthan',
      'BanarTown, Jodhpur, Rajasthan',
    ]);
    await user.click(options[1] as HTMLElement);
    expect(screen.getByText('Banar, near Jaipur, Rajasthan')).toBeVisible();
  });

  it('in Hindi: names a state in Hindi, once', async () => {
    const kerala = { slug: 'kerala', name: 'Kerala', state: 'Kerala', kind: 'state' as const, district: '' };
    const { user, field } = await openForm([buildPlaceHit({ ...kerala, matched: 'केरल' })]);
    await user.type(field, 'केरल');
    await screen.findByRole('listbox', { name: 'Places' });

    await act(() => setLanguage('hi'));

    expect(screen.getByRole('option').textContent).toBe('केरल');
    await user.click(screen.getByRole('option'));
    expect(await screen.findByRole('button', { name: /केरल/ })).toBeVisible();
  });

  it('with a name in another script: leaves it as it was typed', async () => {
    const { user, field } = await openForm([buildPlaceHit({ matched: 'काशी' })]);
    await user.type(field, 'काशी');

    await user.click(await screen.findByRole('option'));

    expect(field).toHaveValue('काशी');
    expect(removeButton()).toBeVisible();
  });

  it('free text: is sent trimmed and without a place', async () => {
    const { user, field } = await openForm([]);
    await user.type(field, '  Behind the  blue door ');

    const body = await publish(user);

    expect(body).toMatchObject({ blogLocation: 'Behind the  blue door' });
    expect(body).not.toHaveProperty('placeId');
  });

  it('Escape and leaving the field: close the options and change nothing', async () => {
    const { user, field } = await openForm();
    await user.type(field, 'banar');
    await screen.findByRole('listbox');

    await user.keyboard('{ArrowDown}{ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('listbox');
    expect(screen.queryByRole('option', { selected: true })).not.toBeInTheDocument();
    await user.tab();

    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field).toHaveValue('banar');
    expect(removeButton()).toBeNull();
  });

  it('other text: keeps the place while it names it, and otherwise leaves it to the server', async () => {
    const { user, field } = await openForm();
    const saves = mockResponse('put', '/api/drafts/:key', ({ body }) => {
      const { version, placeId = null } = body as DraftInput;
      return { draft: buildDraft({ version: version + 1, placeId }) };
    });
    await user.type(field, 'banar');
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);

    fill(field, 'Assi Ghat, Banaras');
    expect(removeButton()).toBeVisible();
    fill(field, 'Near varanasi');
    expect(removeButton()).toBeVisible();
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Saved')).toBeVisible();
    fill(field, 'Varanasipur');
    expect(removeButton()).toBeNull();
    fill(field, 'Goa');
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ blogLocation: 'Goa', placeId: null }));

    const body = await publish(user);
    expect(body).toMatchObject({ blogLocation: 'Goa' });
    expect(body).not.toHaveProperty('placeId');
  });

  it('a letter typed next to the name: removes the place only until the text names it again', async () => {
    const { user, field } = await openForm();
    await user.type(field, 'banar');
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);

    fill(field, 'ABanaras, Uttar Pradesh');
    expect(removeButton()).toBeNull();
    fill(field, 'Assi Ghat, Banaras');
    expect(removeButton()).toBeVisible();
    fill(field, 'Delhi, Banaras');
    expect(removeButton()).toBeVisible();
    await user.click(removeButton() as HTMLElement);
    fill(field, 'Banaras');

    expect(removeButton()).toBeNull();
    expect(await publish(user)).toMatchObject({ blogLocation: 'Banaras', placeId: null });
  });

  it('other text in a published story: removes its place', async () => {
    const { field, update } = await openPublished();

    fill(field, 'Goa');

    expect(await update()).toMatchObject({ blogLocation: 'Goa', placeId: null });
  });

  it('the button at the place: removes the place but not the text, in the draft too', async () => {
    const { user, field, drafts } = await openForm();
    await user.type(field, 'banar');
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(drafts.at(-1)?.body).toMatchObject({ placeId: PLACE._id }));
    await user.click(removeButton() as HTMLElement);

    expect(removeButton()).toBeNull();
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Banaras, Uttar Pradesh');
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(drafts.at(-1)?.body).toMatchObject({ placeId: null }));
    expect(await publish(user)).toMatchObject({ placeId: null });
  });

  it('with a place in the URL: starts with it, and stores no draft without a change', async () => {
    mockResponse('get', '/api/place/:slug', { place: buildPlacePage() });
    signIn(me);
    const drafts = mockResponse('put', '/api/drafts/:key', { draft: buildDraft() });
    const user = renderApp('/add-posts?place=varanasi');
    const field = await screen.findByRole('combobox', { name: 'Location' });

    expect(field).toHaveValue('Varanasi, Uttar Pradesh');
    expect(removeButton()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(drafts).toHaveLength(0);
  });

  it('with a place in the URL that cannot be loaded: shows the reason, and the form at the place on request', async () => {
    mockNetworkError('get', '/api/place/:slug');
    signIn(me);
    const user = renderApp('/add-posts?place=varanasi');
    expect(await screen.findByRole('alert')).toHaveTextContent("The place couldn't be loaded");
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();

    mockResponse('get', '/api/place/:slug', { place: buildPlacePage() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('combobox', { name: 'Location' })).toHaveValue('Varanasi, Uttar Pradesh');
  });

  it('with an unknown place in the URL: says so, and links to an empty form', async () => {
    mockError('get', '/api/place/:slug', 404, 'Place not found');
    signIn(me);
    const user = renderApp('/add-posts?place=nowhere');
    expect(await screen.findByRole('alert')).toHaveTextContent('This place was not found.');

    await user.click(screen.getByRole('link', { name: 'Write a new story' }));

    expect(await screen.findByRole('combobox', { name: 'Location' })).toHaveValue('');
  });

  it('a failed search: shows nothing', async () => {
    const { user, field } = await openForm();
    const failed = mockError('get', '/api/place/search', 503, 'The database is unavailable');
    await user.type(field, 'banar');

    await waitFor(() => expect(failed).toHaveLength(1));

    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('a draft from another device: shows and sends its place', async () => {
    const draft = buildDraft({
      blogTitle: 'घाट',
      blogLocation: 'Assi Ghat, Varanasi',
      place: PLACE,
      placeId: PLACE._id,
    });
    signIn(me);
    mockResponse('get', '/api/place/:slug', { place: buildPlacePage() });
    mockResponse('get', '/api/drafts/:key', { draft });
    const user = renderApp(`/add-posts?draft=${draft.key}`);
    await screen.findByRole('combobox', { name: 'Location' });

    expect(removeButton()).toBeVisible();
    expect(await publish(user)).toMatchObject({ blogLocation: 'Assi Ghat, Varanasi', placeId: PLACE._id });
  });

  it.each([
    ['has never chosen a place: leaves the place to the server', false, undefined],
    ['has removed the place: publishes no place', true, null],
  ])('a draft from another device whose author %s', async (_title, isPlaceChosen, placeId) => {
    const draft = buildDraft({ blogTitle: 'घाट', blogLocation: 'Varanasi', isPlaceChosen });
    signIn(me);
    mockResponse('get', '/api/drafts/:key', { draft });
    const user = renderApp(`/add-posts?draft=${draft.key}`);
    await screen.findByRole('combobox', { name: 'Location' });

    const sent: { placeId?: unknown } = await publish(user);
    expect(sent.placeId).toBe(placeId);
  });

  it('a draft from another device: shows the district of its place, which the draft does not contain', async () => {
    const { _id, slug, name, state } = BANAR;
    const draft = buildDraft({ blogLocation: 'Banar', place: { _id, slug, name, state }, placeId: _id });
    signIn(me);
    const requests = mockResponse('get', '/api/place/:slug', { place: buildPlacePage(BANAR) });
    mockResponse('get', '/api/drafts/:key', { draft });
    renderApp(`/add-posts?draft=${draft.key}`);

    expect(await screen.findByText('Banar, Jodhpur, Rajasthan')).toBeVisible();
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/api/place/banar']);
  });

  it('a draft whose place cannot be loaded: shows the state of the place', async () => {
    const { _id, slug, name, state } = BANAR;
    const draft = buildDraft({ blogLocation: 'Banar', place: { _id, slug, name, state }, placeId: _id });
    signIn(me);
    const failed = mockError('get', '/api/place/:slug', 503, 'The database is unavailable');
    mockResponse('get', '/api/drafts/:key', { draft });
    renderApp(`/add-posts?draft=${draft.key}`);

    await waitFor(() => expect(failed).toHaveLength(1));
    expect(screen.getByText('Banar, Rajasthan')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('an update after the place was removed: sends null', async () => {
    const { user, update } = await openPublished();

    await user.click(removeButton() as HTMLElement);

    expect(await update()).toMatchObject({ blogLocation: 'Varanasi', placeId: null });
  });
});
