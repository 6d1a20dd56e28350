import type { PublicUser } from '@safarnama/contracts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAuthor, buildUser } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { answer, cutLine, refuse, signIn } from '../../testing/server.ts';

const PRIVACY = '/api/auth/privacy';
const BLOCKED = '/api/message/blocked';

function buildPerson(fullName: string): PublicUser {
  return { ...buildAuthor({ fullName }), createdAt: '2026-02-03T04:05:06.000Z' };
}

function openProfile() {
  signIn(buildUser());
  return renderApp('/update-profile');
}

const findSwitch = () => screen.findByRole('switch', { name: 'Appear offline' });

describe('appear offline', () => {
  it('opened: is as the server has it, and says what it does', async () => {
    signIn(buildUser());
    answer('get', PRIVACY, { appearOffline: true });
    renderApp('/update-profile');

    expect(await findSwitch()).toBeChecked();
    expect(await findSwitch()).toHaveAccessibleDescription(/^Nobody sees that you are online/);
  });

  it('switched on: shows so at once, and is kept on the server', async () => {
    const person = openProfile();
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    const seen = answer('put', PRIVACY, () => held.then(() => ({ appearOffline: true })));

    await person.click(await findSwitch());

    expect(await findSwitch()).toBeChecked();
    release();
    await waitFor(() => expect(seen.map(({ body }) => body)).toEqual([{ appearOffline: true }]));
    expect(await findSwitch()).toBeChecked();
  });

  it('switched to and fro while the first answer is on its way: one call after the other, the last one counts', async () => {
    const person = openProfile();
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    const seen = answer('put', PRIVACY, async ({ body }) => {
      await held;
      return body as { appearOffline: boolean };
    });
    const appearOffline = await findSwitch();

    await person.click(appearOffline);
    await person.click(appearOffline);
    await waitFor(() => expect(seen).toHaveLength(1));
    release();

    await waitFor(() =>
      expect(seen.map(({ body }) => body)).toEqual([{ appearOffline: true }, { appearOffline: false }]),
    );
    expect(appearOffline).not.toBeChecked();
  });

  it.each([
    ['refused', () => refuse('put', PRIVACY, 503, 'The database is away'), 'The database is away'],
    ['without an answer', () => cutLine('put', PRIVACY), 'Your choice could not be saved'],
  ])('%s: goes back to what it was, and says why', async (_name, fail, sentence) => {
    const person = openProfile();
    fail();

    await person.click(await findSwitch());

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(await findSwitch()).not.toBeChecked();
  });

  it('not to be loaded: says so instead of a switch, and tries again', async () => {
    signIn(buildUser());
    cutLine('get', PRIVACY);
    const person = renderApp('/update-profile');
    expect(await screen.findByText('Your privacy choices could not be loaded')).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Appear offline' })).not.toBeInTheDocument();

    answer('get', PRIVACY, { appearOffline: true });
    await person.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await findSwitch()).toBeChecked();
  });
});

describe('blocked people', () => {
  it('with nobody: says so', async () => {
    openProfile();

    expect(await screen.findByText('You have blocked nobody.')).toBeVisible();
  });

  it('unblocked one by one: each leaves the list, and the focus goes on to the next', async () => {
    const [meera, arun] = [buildPerson('মীরা সেন'), buildPerson('அருண்')];
    const person = openProfile();
    answer('get', BLOCKED, { users: [meera, arun], nextCursor: null });
    const seen = answer('delete', '/api/message/:userId/block', { isBlocked: false });

    await person.click(await screen.findByRole('button', { name: 'Unblock মীরা সেন' }));

    expect(await screen.findByText('You can write to মীরা সেন again')).toBeInTheDocument();
    expect(screen.queryByText('মীরা সেন')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unblock அருண்' })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(await screen.findByText('You have blocked nobody.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Blocked people' })).toHaveFocus();
    expect(seen.map(({ url }) => url.pathname)).toEqual([
      `/api/message/${meera._id}/block`,
      `/api/message/${arun._id}/block`,
    ]);
  });

  it('not unblocked: says why, and the person stays', async () => {
    const person = openProfile();
    answer('get', BLOCKED, { users: [buildPerson('अनन्या')], nextCursor: null });
    refuse('delete', '/api/message/:userId/block', 503, 'The database is away');

    await person.click(await screen.findByRole('button', { name: 'Unblock अनन्या' }));

    expect(await screen.findByText('The database is away')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unblock अनन्या' })).toBeVisible();
  });

  it('more than a page: the next one comes at a click, also after it has failed', async () => {
    const [first, second] = [buildPerson('पहला'), buildPerson('दूसरा 🚂')];
    const person = openProfile();
    answer('get', BLOCKED, ({ url }) =>
      url.searchParams.has('cursor')
        ? { users: [first, second], nextCursor: null }
        : { users: [first], nextCursor: 'next' },
    );
    const more = await screen.findByRole('button', { name: 'Show more people' });
    cutLine('get', BLOCKED);
    await person.click(more);
    expect(await screen.findByText('Blocked people could not be loaded')).toBeVisible();
    expect(screen.getByText('पहला')).toBeVisible();

    answer('get', BLOCKED, { users: [first, second], nextCursor: null });
    await person.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('दूसरा 🚂')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Unblock / })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show more people' })).not.toBeInTheDocument();
  });
});
