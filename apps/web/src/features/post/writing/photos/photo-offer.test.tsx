import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  buildDraft,
  buildPlacePage,
  buildPost,
  buildSavedPost,
  buildUser,
} from '../../../../testing/factories.ts';
import { fill } from '../../../../testing/fill.ts';
import { drawPlainPicture, takePhoto, takeRawPhoto } from '../../../../testing/photos.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { mockResponse, signIn } from '../../../../testing/server.ts';

vi.mock('../story-editor.tsx', () => import('../../../../testing/plain-story-editor.tsx'));

const me = buildUser();
const CAMERA = { make: 'Apple', model: 'iPhone 15 Pro', date: '2024:03:12 06:40:10' };
const inHampi = () => takeRawPhoto({ ...CAMERA, lat: 15.335, lon: 76.46 });
const inLeh = () => takePhoto('jpeg', { ...CAMERA, lat: 34.158, lon: 77.57 });

async function openForm() {
  signIn(me);
  mockResponse('get', '/api/place/search', { places: [] });
  mockResponse('get', '/api/place/:slug', { place: buildPlacePage({ name: 'Hampi' }) });
  mockResponse('put', '/api/drafts/:key', { draft: buildDraft() });
  const user = renderApp('/add-posts');
  const field = await screen.findByRole('combobox', { name: 'Location' });
  return { user, field };
}

/** Adds a photo as the picture of the story. */
const pick = (photo: File) =>
  fireEvent.change(screen.getByLabelText(/^(?:Add a|Replace) picture$/, { selector: 'input' }), {
    target: { files: [photo] },
  });
const offer = () => screen.queryByRole('region', { name: 'Place and date of your photos' });
const useButton = (place: string) => screen.findByRole('button', { name: new RegExp(`^Use ${place}`) });

describe('PhotoOffer', () => {
  it('a photo with a position: offers its place without setting it, and announces it', async () => {
    const { field } = await openForm();

    pick(await inHampi());

    const region = await screen.findByRole('region', { name: 'Place and date of your photos' });
    expect(region).toHaveTextContent('A photo was taken near Hampi, Karnataka on Mar 12, 2024.');
    expect(region).toHaveTextContent("Read on your device. The coordinates of your photos aren't uploaded.");
    expect(
      screen.getByText(
        /Hampi, Karnataka on Mar 12, 2024\..* The buttons below the location field add this to your story\./,
      ),
    ).toHaveRole('status');
    expect(field).toHaveValue('');
  });

  it('place and day used: become location and date, which are published without coordinates', async () => {
    const { user, field } = await openForm();
    pick(await inHampi());

    await user.click(await screen.findByRole('button', { name: 'Use Hampi, Karnataka' }));

    expect(field).toHaveValue('Hampi, Karnataka');
    expect(field).toHaveFocus();
    expect(offer()).toHaveTextContent(/^A photo was taken on Mar 12, 2024\./);
    expect(screen.getByRole('button', { name: 'Remove the place Hampi' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use Mar 12, 2024 as the date' }));
    expect(screen.getByLabelText('Date of the visit')).toHaveValue('2024-03-12');
    expect(screen.getByLabelText('Date of the visit')).toHaveFocus();
    expect(offer()).not.toBeInTheDocument();
    const post = buildPost({ authorId: me });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    const requests = mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    fill(screen.getByLabelText('Title'), 'हम्पी');
    fill(await screen.findByLabelText('Your story'), '<p>पत्थर</p>');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText('Post created!');
    expect(requests[0]?.body).toMatchObject({
      blogLocation: 'Hampi, Karnataka',
      visitedOn: '2024-03-12',
      placeId: expect.stringMatching(/^(?:gn|sf)-/),
    });
    const body = requests[0]?.body as object;
    expect(JSON.stringify({ ...body, blogImage: '' })).not.toMatch(/15\.3|76\.4/);
  });

  it('with a location entered: shows that a place would replace it', async () => {
    const { user, field } = await openForm();
    fill(field, 'Goa');

    pick(await inHampi());
    const use = await screen.findByRole('button', { name: 'Use Hampi, Karnataka' });
    expect(field).toHaveValue('Goa');
    expect(offer()).toHaveTextContent('Using a place replaces the location “Goa”.');
    await user.click(use);

    expect(field).toHaveValue('Hampi, Karnataka');
  });

  it('used in a draft with another location, which is then typed again: removes the place', async () => {
    signIn(me);
    const draft = buildDraft({ blogLocation: 'Goa' });
    mockResponse('get', '/api/place/search', { places: [] });
    mockResponse('get', '/api/place/:slug', { place: buildPlacePage({ name: 'Hampi' }) });
    mockResponse('get', '/api/drafts/:key', { draft });
    const user = renderApp(`/add-posts?draft=${draft.key}`);
    const field = await screen.findByRole('combobox', { name: 'Location' });
    pick(await inHampi());
    await user.click(await screen.findByRole('button', { name: 'Use Hampi, Karnataka' }));

    fill(field, 'Goa');

    expect(screen.queryByRole('button', { name: 'Remove the place Hampi' })).not.toBeInTheDocument();
  });

  it('dismissed: disappears, and the next photo is offered', async () => {
    const { user, field } = await openForm();
    pick(await inHampi());
    await useButton('Hampi, Karnataka');

    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(offer()).not.toBeInTheDocument();
    expect(field).toHaveFocus();
    pick(await inLeh());

    expect(await useButton('Leh')).toBeInTheDocument();
    expect(screen.queryByText(/Hampi/)).not.toBeInTheDocument();
  });

  it('photos of several places: the place of the most photos comes first', async () => {
    await openForm();
    pick(await inHampi());
    await useButton('Hampi, Karnataka');
    pick(await inLeh());
    await useButton('Leh');
    pick(await inLeh());

    await waitFor(() => expect(offer()).toHaveTextContent('2 photos'));
    const [first] = within(offer() as HTMLElement).getAllByRole('listitem');
    expect(first).toHaveTextContent('2 photos were taken near Leh, Ladakh on Mar 12, 2024.');
    expect(within(offer() as HTMLElement).getAllByRole('listitem').length).toBeLessThanOrEqual(3);
  });

  it('a picture without metadata: offers nothing', async () => {
    await openForm();

    pick(await drawPlainPicture());
    await screen.findByRole('button', { name: 'Remove picture' });
    await act(async () => {});

    await waitFor(() => expect(offer()).not.toBeInTheDocument());
  });
});
