import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'react-hot-toast';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { buildAuthor, buildId } from '../../testing/factories.ts';
import { answer, refuse, type SeenRequest } from '../../testing/server.ts';
import { Comments } from './comments.tsx';

const READER = buildId();
const PATH = '/api/post/:id/comments';
const POSTED_BEFORE = 'An earlier version of your comment is posted already';

/** A comment as the API stores it. */
const stored = (text: string) => ({
  _id: buildId(),
  text,
  createdAt: '2026-03-01T10:00:00.000Z',
  authorId: buildAuthor({ _id: READER }),
});

async function open() {
  answer('get', PATH, { comments: [], nextCursor: null });
  render(
    <MemoryRouter>
      <Comments postId={buildId()} count={0} isPostAuthor={false} ownId={READER} />
      <Toaster />
    </MemoryRouter>,
  );
  await screen.findByText(/^No comments yet/);
  return {
    person: userEvent.setup(),
    field: screen.getByLabelText('Your comment'),
    button: screen.getByRole('button', { name: 'Post comment' }),
  };
}

const idsOf = (seen: readonly SeenRequest[]) =>
  seen.map(({ body }) => (body as { clientCommentId: string }).clientCommentId);
const count = (number: number) => screen.findByRole('heading', { name: `Comments (${number})` });

describe('Comments: a try without an answer', () => {
  it('stays as typed and goes again under its id; the comment is there once, and the next one has another id', async () => {
    const { person, field, button } = await open();
    // As typed on some keyboards: the server puts such letters together.
    const typed = 'Café কখন খোলে? '.normalize('NFD');
    const unanswered = refuse('post', PATH, 503, 'The database is away');
    await person.type(field, typed);

    await person.click(button);
    expect(await screen.findByText('The database is away')).toBeInTheDocument();
    expect(field).toHaveValue(typed);
    await waitFor(() => expect(button).toBeEnabled());
    const again = answer('post', PATH, { comment: stored(typed.normalize('NFC').trim()) });
    await person.click(button);
    await count(1);
    expect(field).toHaveValue('');
    const next = answer('post', PATH, { comment: stored('ধন্যবাদ') }, { status: 201 });
    await person.type(field, 'ধন্যবাদ');
    await person.click(button);
    await count(2);

    const [lost, repeated, other] = [unanswered, again, next].flatMap(idsOf);
    expect(lost).toMatch(/^[\w-]{32,36}$/);
    expect(repeated).toBe(lost);
    expect(other).toMatch(/^[\w-]{32,36}$/);
    expect(other).not.toBe(lost);
    expect(screen.queryByText(POSTED_BEFORE)).not.toBeInTheDocument();
  });

  it('changed before it goes again: what was stored is shown, and what stands in the field stays, under an id of its own', async () => {
    const { person, field, button } = await open();
    const unanswered = refuse('post', PATH, 503, 'The database is away');
    await person.type(field, 'কখন?');
    await person.click(button);
    await waitFor(() => expect(button).toBeEnabled());
    await person.type(field, ' সকালে?');

    const again = answer('post', PATH, { comment: stored('কখন?') });
    await person.click(button);

    expect(await screen.findByText(POSTED_BEFORE)).toBeInTheDocument();
    expect(screen.getByText('কখন?', { selector: 'li p' })).toBeVisible();
    expect(field).toHaveValue('কখন? সকালে?');
    await count(1);
    const next = answer('post', PATH, { comment: stored('কখন? সকালে?') }, { status: 201 });
    await person.click(button);
    await count(2);
    expect(field).toHaveValue('');
    expect(idsOf(again)).toEqual(idsOf(unanswered));
    expect(idsOf(next)).not.toEqual(idsOf(again));
  });
});

describe('Comments: one on its way', () => {
  it('what is typed meanwhile stays in the field', async () => {
    const { person, field, button } = await open();
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    const seen = answer('post', PATH, () => held.then(() => ({ comment: stored('এক') })), { status: 201 });
    await person.type(field, 'এক');
    await person.click(button);
    await waitFor(() => expect(seen).toHaveLength(1));

    await person.clear(field);
    await person.type(field, 'দুই');
    release();

    await count(1);
    expect(field).toHaveValue('দুই');
    expect(screen.queryByText(POSTED_BEFORE)).not.toBeInTheDocument();
  });
});
