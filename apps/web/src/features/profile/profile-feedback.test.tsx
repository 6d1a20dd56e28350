import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useBlogStore } from '../../stores/blog.store.ts';
import { EMPTY_LIST } from '../../stores/card-lists.ts';
import { buildCard, buildError } from '../../testing/factories.ts';
import { fill } from '../../testing/fill.ts';
import { openProfile } from '../../testing/open-profile.ts';
import { mockNetworkError, mockResponse } from '../../testing/server.ts';

const UPDATE = '/api/auth/update-profile';

/** Fires the event of a page that is closed or reloaded. */
function fireBeforeUnload(): Event {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event;
}

describe('profile form', () => {
  it('saving a blank name and different passwords: marks both fields and focuses the first', async () => {
    const { name, press } = await openProfile();
    fill(name, ' ');
    fill(screen.getByLabelText('New password'), 'नया-पासवर्ड-१');

    await press('Save Changes');

    expect(name).toHaveAccessibleDescription('Name is required');
    expect(name).toHaveFocus();
    expect(screen.getByLabelText('Confirm password')).toHaveAccessibleDescription(
      'This is different from the new password.',
    );
  });

  it('different passwords, then made equal: lose their error and its toast', async () => {
    const { press } = await openProfile();
    const confirmation = screen.getByLabelText('Confirm password');
    fill(screen.getByLabelText('New password'), 'नया-पासवर्ड-१');
    fill(confirmation, 'नया');
    await press('Save Changes');
    await screen.findByText('Passwords do not match');
    expect(confirmation).toHaveFocus();

    fill(confirmation, 'नया-पासवर्ड');
    expect(confirmation).toHaveAccessibleDescription('This is different from the new password.');
    fill(confirmation, 'नया-पासवर्ड-१');

    expect(confirmation).toBeValid();
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument());
  });

  it.each(['Save Changes', 'Change Password'])(
    '%s with a new password: shows that the password was changed',
    async (button) => {
      const { account, press } = await openProfile();
      mockResponse('put', UPDATE, account);
      fill(screen.getByLabelText('New password'), 'नया-पासवर्ड');
      fill(screen.getByLabelText('Confirm password'), 'नया-पासवर्ड');

      await press(button);

      expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
      expect(screen.getByText('Password changed. Other devices were signed out.')).toBeInTheDocument();
    },
  );

  it('Save Changes without a new password: does not mention the password', async () => {
    const { account, press } = await openProfile();
    mockResponse('put', UPDATE, account);

    await press('Save Changes');

    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(screen.queryByText(/^Password changed/)).not.toBeInTheDocument();
  });

  it('Change Password without a response: shows the error next to that button', async () => {
    const { press } = await openProfile();
    mockNetworkError('put', UPDATE);

    await press('Change Password');

    const passwords = within(screen.getByRole('group', { name: 'Password' }));
    expect(await passwords.findByText('Profile Updation Failed')).toBeVisible();
  });

  it('rejected for one field: shows the reason at the field until it is changed', async () => {
    const { user, press } = await openProfile();
    const message = 'Password must be at least 8 characters';
    const body = { ...buildError(message, 'invalid'), fields: [{ field: 'password', message }] };
    mockResponse('put', UPDATE, body, { status: 400 });
    const password = screen.getByLabelText('New password');

    await press('Save Changes');

    await waitFor(() => expect(password).toHaveAccessibleDescription(message));
    expect(password).toHaveFocus();
    expect(screen.getAllByText(message)).toHaveLength(1);
    await user.type(password, 'x');
    expect(password).toBeValid();
  });

  it('left with changes, by a link or by closing the tab: asks for confirmation, then stays or leaves', async () => {
    const { name, user } = await openProfile();
    fill(name, 'मीरा');

    await user.click(screen.getByRole('link', { name: 'Back to home' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(name).toHaveValue('मीरा');
    expect(fireBeforeUnload().defaultPrevented).toBe(true);

    await user.click(screen.getByRole('link', { name: 'Back to home' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('No Post Yet')).toBeVisible();
  });

  it('saving another name: shows it on the cards and the author page that are loaded', async () => {
    const { account, name, press } = await openProfile();
    const [ownCard, otherCard] = [buildCard({ authorId: account }), buildCard()];
    const author = {
      ...account,
      bio: '',
      createdAt: ownCard.createdAt,
      followerCount: 3,
      followedByMe: false,
    };
    useBlogStore.setState({
      allposts: [ownCard, otherCard],
      myPosts: [ownCard],
      cachedLists: { author: { ...EMPTY_LIST, author }, place: EMPTY_LIST },
      freshPages: { author: { author, posts: [ownCard], nextCursor: null } },
    });
    mockResponse('put', UPDATE, { ...account, fullName: 'मीरा', profilePic: '/media/abc' });
    fill(name, 'मीरा');

    await press('Save Changes');
    await screen.findByText('Profile updated!');

    const { allposts, myPosts, cachedLists, freshPages } = useBlogStore.getState();
    for (const card of [allposts[0], myPosts[0], freshPages['author']?.posts[0]]) {
      expect(card?.authorId).toMatchObject({ fullName: 'मीरा', profilePic: '/media/abc' });
    }
    expect(allposts[1]).toEqual(otherCard);
    for (const page of [cachedLists['author'], freshPages['author']]) {
      expect(page?.author).toEqual({ ...author, fullName: 'मीरा', profilePic: '/media/abc' });
    }
    expect(cachedLists['place']?.author).toBeNull();
  });

  it('left with changes by the link to the same page: discards them, and guards later changes', async () => {
    const { user, name } = await openProfile();
    fill(name, 'मीरा');

    await user.click(screen.getByRole('link', { name: /^Hi, मीरा/ }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue('मीरा नायर'));
    expect(fireBeforeUnload().defaultPrevented).toBe(false);

    fill(screen.getByLabelText('Full name'), 'मीरा न.');
    expect(fireBeforeUnload().defaultPrevented).toBe(true);
  });

  it('left unchanged or after saving: does not ask for confirmation', async () => {
    const { account, name, user, press } = await openProfile();
    expect(fireBeforeUnload().defaultPrevented).toBe(false);
    mockResponse('put', UPDATE, { ...account, fullName: 'मीरा' });
    fill(name, ' मीरा ');
    await press('Save Changes');
    await screen.findByText('Profile updated!');

    await user.click(screen.getByRole('link', { name: 'Back to home' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
  });
});
