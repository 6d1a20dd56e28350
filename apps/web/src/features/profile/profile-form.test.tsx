import type { UpdateProfileInput, User } from '@safarnama/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useAuthStore } from '../../stores/auth.store.ts';
import { buildError, buildUser } from '../../testing/factories.ts';
import { fill } from '../../testing/fill.ts';
import { openProfile } from '../../testing/open-profile.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import {
  mockError,
  mockHtmlResponse,
  mockNetworkError,
  mockResponse,
  signIn,
  signOut,
} from '../../testing/server.ts';
import { stubSlowDecoding } from '../../testing/slow-picture.ts';

const UPDATE = '/api/auth/update-profile';
const PHOTO = new File(['not decoded by jsdom'], 'घाट.png', { type: 'image/png' });
const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SLOW_PHOTO = new File([PNG_SIGNATURE], 'slow.png', { type: 'image/png' });

function fillNewPassword(password: string): void {
  fill(screen.getByLabelText('New password'), password);
  fill(screen.getByLabelText('Confirm password'), password);
}

/** Sends the new password “नया-पासवर्ड” with the current password in an old session, and gets no response. */
async function changePasswordWithoutResponse() {
  const profile = await openProfile();
  mockError('put', UPDATE, 403, 'Please enter your current password', 'current_password_required');
  fillNewPassword('नया-पासवर्ड');
  await profile.press('Change Password');
  fill(await screen.findByLabelText('Current password'), 'old-password');
  mockNetworkError('put', UPDATE);
  await profile.press('Change Password');
  await screen.findByText('Profile Updation Failed');
  return profile;
}

/** Mocks an old session of an account with this password. @returns the requests to change it. */
function mockStoredPassword(account: User, password: string) {
  return mockResponse('put', UPDATE, ({ body }) =>
    (body as UpdateProfileInput).currentPassword === password
      ? account
      : HttpResponse.json(buildError('The current password is wrong', 'current_password_wrong'), {
          status: 403,
        }),
  );
}

describe('profile page', () => {
  it('after opening: shows name, read-only email, join date, status and a link home', async () => {
    const { name, account, main } = await openProfile({ createdAt: '2026-02-03T23:59:59.000Z' });

    expect(name).toHaveValue('मीरा नायर');
    expect(main.getByLabelText('Email')).toHaveValue(account.email);
    expect(main.getByLabelText('Email')).toHaveAttribute('readonly');
    expect(main.getByText('Feb 3, 2026')).toBeVisible();
    expect(main.getByText('Active')).toBeVisible();
    expect(main.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  });

  it('after opening: links to the author page, bookmarks, About and Contact, and has a working theme switch', async () => {
    const { account, user, main } = await openProfile();

    expect(main.getByRole('link', { name: /^Your page/ })).toHaveAttribute('href', `/author/${account._id}`);
    expect(main.getByRole('link', { name: /^Bookmarks/ })).toHaveAttribute('href', '/bookmarks');
    expect(main.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
    expect(main.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
    const themes = within(main.getByRole('group', { name: 'Theme' }));
    await user.click(themes.getByRole('radio', { name: 'Dark' }));
    expect(localStorage.getItem('safarnama:theme')).toBe('dark');
    await user.click(themes.getByRole('radio', { name: 'System' }));
    expect(themes.getByRole('radio', { name: 'System' })).toBeChecked();
  });

  it('saving a blank name: shows the error at the field and sends nothing', async () => {
    const { name, user, press } = await openProfile();
    const requests = mockResponse('put', UPDATE, buildUser());
    await user.clear(name);
    await user.type(name, '  ');

    await press('Save Changes');

    expect(name).toHaveAccessibleDescription('Name is required');
    expect(name).toHaveFocus();
    expect(requests).toEqual([]);
  });

  it.each(['Save Changes', 'Change Password'])(
    '%s with different passwords: shows a toast and sends nothing',
    async (button) => {
      const { press } = await openProfile();
      const requests = mockResponse('put', UPDATE, buildUser());
      fill(screen.getByLabelText('New password'), 'नया-पासवर्ड-१');
      fill(screen.getByLabelText('Confirm password'), 'नया-पासवर्ड-२');

      await press(button);

      expect(await screen.findByText('Passwords do not match')).toBeInTheDocument();
      expect(screen.getByLabelText('New password')).toHaveValue('नया-पासवर्ड-१');
      expect(requests).toEqual([]);
    },
  );

  it('a long name: is sent whole, and the server’s reason is shown at the field', async () => {
    const { user, name, press } = await openProfile();
    const message = 'Full name must be at most 80 characters';
    const fields = [{ field: 'fullName', code: 'full_name_too_long', message }];
    const requests = mockResponse('put', UPDATE, { ...buildError(message), fields }, { status: 400 });

    await user.clear(name);
    await user.click(name);
    await user.paste('𑄌𑄋𑄟'.repeat(27));
    await press('Save Changes');

    await waitFor(() => expect(name).toHaveAccessibleDescription(message));
    expect(name).toHaveFocus();
    expect(requests[0]?.body).toMatchObject({ fullName: '𑄌𑄋𑄟'.repeat(27) });
  });

  it('a new photo: is previewed, can be removed and is sent with the form', async () => {
    const { account, user, press, main } = await openProfile();
    const avatar = () => main.queryByRole('presentation');
    expect(avatar()).not.toBeInTheDocument();

    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), PHOTO);
    await waitFor(() => expect(avatar()).toHaveAttribute('src', expect.stringMatching(/^data:image\/png/)));
    await press('Remove photo');
    expect(avatar()).not.toBeInTheDocument();
    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), PHOTO);
    await waitFor(() => expect(avatar()).toBeInTheDocument());
    const requests = mockResponse('put', UPDATE, { ...account, profilePic: '/media/abc' });
    await press('Save Changes');

    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({
      fullName: 'मीरा नायर',
      password: '',
      profilePic: expect.stringMatching(/^data:image\/png/),
    });
    expect(avatar()).toHaveAttribute('src', expect.stringContaining('/media/abc'));
  });

  it('a new photo of 2000 × 1000 pixels: is reduced to 1024 × 512 before it is sent', async () => {
    const sizes: number[][] = [];
    class FakeCanvas {
      readonly size: number[];
      constructor(...size: number[]) {
        this.size = size;
      }
      getContext = () => ({ drawImage: () => undefined });
      async convertToBlob({ type }: { type: string }): Promise<Blob> {
        sizes.push(this.size);
        return new Blob(['x'], { type });
      }
    }
    vi.stubGlobal('OffscreenCanvas', FakeCanvas);
    vi.stubGlobal('createImageBitmap', async () => ({ width: 2000, height: 1000, close: () => undefined }));
    const { account, user, press, main } = await openProfile();
    const requests = mockResponse('put', UPDATE, account);
    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), SLOW_PHOTO);
    await main.findByRole('presentation');

    await press('Save Changes');

    await waitFor(() =>
      expect(requests[0]?.body).toMatchObject({ profilePic: 'data:image/webp;base64,eA==' }),
    );
    expect(sizes).toEqual([[1024, 512]]);
  });

  it('a photo that is still being read: is announced, and saved once it is ready', async () => {
    const decodeSlow = stubSlowDecoding();
    const { account, user, press } = await openProfile();
    const requests = mockResponse('put', UPDATE, account);
    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), SLOW_PHOTO);

    expect(await screen.findByText('Getting the photo ready…')).toBeVisible();
    await press('Save Changes');
    expect(screen.getByRole('button', { name: 'Saving…' })).toHaveAttribute('aria-disabled', 'true');
    decodeSlow();

    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toMatchObject([
      { profilePic: expect.stringMatching(/^data:image\/png/) },
    ]);
  });

  it('a new photo removed while saving waits for it: sends nothing, and can then be saved', async () => {
    stubSlowDecoding();
    const { account, user, press } = await openProfile({ profilePic: '/media/abc' });
    const requests = mockResponse('put', UPDATE, { ...account, profilePic: '' });
    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), SLOW_PHOTO);
    await press('Save Changes');

    await press('Remove photo');

    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveAttribute('aria-disabled', 'false');
    expect(requests).toEqual([]);
    await press('Save Changes');
    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('a removed stored photo: is sent as an empty string', async () => {
    const { account, press } = await openProfile({ profilePic: '/media/abc' });
    const requests = mockResponse('put', UPDATE, { ...account, profilePic: '' });

    await press('Remove photo');
    expect(screen.getByRole('button', { name: 'Choose a photo' })).toHaveFocus();
    await press('Save Changes');

    await screen.findByText('Profile updated!');
    expect(requests[0]?.body).toEqual({ fullName: 'मीरा नायर', password: '', profilePic: '' });
  });

  it('a new password after the name and bio were changed on another device: keeps the changed name and bio', async () => {
    const { account, name, press } = await openProfile({ bio: 'चाय' });
    const changed = { ...account, fullName: 'मीरा राव', bio: 'पहाड़' };
    mockResponse('get', '/api/auth/check-auth', changed);
    const requests = mockResponse('put', UPDATE, changed);
    fillNewPassword('नया-पासवर्ड');

    await press('Change Password');

    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ fullName: 'मीरा राव', password: 'नया-पासवर्ड' }]);
    expect(name).toHaveValue('मीरा राव');
    expect(screen.getByLabelText('About you')).toHaveValue('पहाड़');
  });

  it('editing another field while a new password is being saved: keeps the edit and empties the password', async () => {
    const { pending, release } = createPendingResponse();
    const { account, user, press } = await openProfile();
    mockResponse('put', UPDATE, () => pending.then(() => account));
    fillNewPassword('नया-पासवर्ड');

    await press('Change Password');
    await user.type(screen.getByLabelText('About you'), 'चाय');
    release();

    expect(await screen.findByText('Password changed. Other devices were signed out.')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveValue('');
    expect(screen.getByLabelText('Confirm password')).toHaveValue('');
    expect(screen.getByLabelText('About you')).toHaveValue('चाय');
  });

  it('a file that is not a picture, or one that is too large: is rejected before sending', async () => {
    const { user } = await openProfile();
    const field = screen.getByLabelText('Choose a photo', { selector: 'input' });
    const unfilteredUser = user.setup({ applyAccept: false });

    await unfilteredUser.upload(field, new File(['x'], 'যাত্রা.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('Only image files are allowed')).toBeInTheDocument();
    const large = new File(['x'], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 10_000_001 });
    await unfilteredUser.upload(field, large);

    expect(await screen.findByText('The picture must be at most 10 MB')).toBeInTheDocument();
  });

  it('Change Password with an old session: asks for the current password, reports a wrong one, then succeeds', async () => {
    const { account, user, press } = await openProfile();
    mockError('put', UPDATE, 403, 'Please enter your current password', 'current_password_required');
    fillNewPassword('नया-पासवर्ड');
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();

    await press('Change Password');
    const current = await screen.findByLabelText('Current password');
    expect(current).toHaveFocus();
    expect(screen.getByText('Please enter your current password')).toBeVisible();
    expect(current).toHaveAccessibleDescription('Please enter your current password');

    mockError('put', UPDATE, 403, 'The current password is wrong', 'current_password_wrong');
    fill(current, 'guess');
    await user.type(current, '{Enter}');
    expect(await screen.findByText('The current password is wrong')).toBeVisible();
    expect(current).toHaveValue('guess');

    const requests = mockResponse('put', UPDATE, account);
    await user.clear(current);
    fill(current, 'old-password');
    await press('Change Password');
    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({
      fullName: 'मीरा नायर',
      password: 'नया-पासवर्ड',
      currentPassword: 'old-password',
    });
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('Change Password again after a response was lost: recognizes that the new password is stored', async () => {
    const { account, press } = await changePasswordWithoutResponse();
    const requests = mockStoredPassword(account, 'नया-पासवर्ड');

    await press('Change Password');

    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toMatchObject([
      { currentPassword: 'old-password' },
      { currentPassword: 'नया-पासवर्ड' },
    ]);
  });

  it('Change Password to another one after a response was lost: reports the wrong current password', async () => {
    const { account, press } = await changePasswordWithoutResponse();
    fillNewPassword('another-one-9');
    const requests = mockStoredPassword(account, 'नया-पासवर्ड');

    await press('Change Password');

    expect(await screen.findByText('The current password is wrong')).toBeVisible();
    expect(requests.map(({ body }) => body)).toMatchObject([{ currentPassword: 'old-password' }]);
  });

  it.each([
    ['no response', () => mockNetworkError('put', UPDATE)],
    ['the HTML page of a proxy', () => mockHtmlResponse('put', UPDATE, 503)],
  ])('saving with %s: shows Profile Updation Failed and keeps the input', async (_name, mockFailure) => {
    const { name, user, press } = await openProfile();
    mockFailure();
    await user.clear(name);
    fill(name, 'মীরা 👩🏽‍🌾');

    await press('Save Changes');

    expect(await screen.findByText('Profile Updation Failed')).toBeVisible();
    expect(name).toBeInTheDocument();
    expect(name).toHaveValue('মীরা 👩🏽‍🌾');
  });

  it('saving a photo while the server is busy: shows the reason, keeps the photo and saves it on a retry', async () => {
    const { account, user, press, main } = await openProfile();
    const busy = 'The server is too busy to read the picture. Please try again in a moment.';
    const first = mockError('put', UPDATE, 503, busy, 'busy');
    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), PHOTO);
    await main.findByRole('button', { name: 'Remove photo' });

    await press('Save Changes');
    expect(await screen.findByText(busy)).toBeVisible();
    const second = mockResponse('put', UPDATE, account);
    await press('Save Changes');

    expect(await screen.findByText('Profile updated!')).toBeInTheDocument();
    expect(first[0]?.body).toMatchObject({ profilePic: expect.stringMatching(/^data:image\/png/) });
    expect(second.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  });

  it('saving, with another user signed in before the response: shows them nothing', async () => {
    const { account, name, user, press } = await openProfile();
    const { pending, release } = createPendingResponse();
    const requests = mockResponse('put', UPDATE, () => pending.then(() => account));
    await user.type(name, ' मीरा');
    await press('Save Changes');
    await waitFor(() => expect(requests).toHaveLength(1));
    act(() => useAuthStore.setState({ user: buildUser() }));

    release();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

    expect(screen.queryByText('Profile updated!')).not.toBeInTheDocument();
  });

  it('saving after the session has ended: leads to sign-in, then back to the form with its input restored', async () => {
    const { account, name, user, press } = await openProfile();
    await user.clear(name);
    await user.type(name, 'மீரா');
    fill(screen.getByLabelText('New password'), 'नया-पासवर्ड');
    signOut();
    mockError('put', UPDATE, 401, 'Not Authenticated.', 'not_authenticated');
    fill(screen.getByLabelText('Confirm password'), 'नया-पासवर्ड');

    await press('Save Changes');
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
    expect(screen.getByText(/^Your session expired\./)).toBeVisible();
    mockResponse('post', '/api/auth/login', account);
    mockResponse('get', '/api/auth/check-auth', account);
    fill(screen.getByLabelText('Email'), account.email);
    fill(screen.getByLabelText('Password'), 'correct-horse');
    await user.type(screen.getByLabelText('Password'), '{Enter}');

    expect(await screen.findByLabelText('Full name')).toHaveValue('மீரா');
    expect(screen.getByLabelText('New password')).toHaveValue('नया-पासवर्ड');
    expect(window.location.pathname).toBe('/update-profile');
  });

  it('Logout: clears the user, the online list and the form', async () => {
    const { account, name, user, press } = await openProfile();
    await user.clear(name);
    fill(name, 'Another name');
    useAuthStore.getState().setOnlineUsers([account._id]);
    signOut();

    await press('Logout');
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
    expect(useAuthStore.getState()).toMatchObject({ user: null, isAuthenticated: false, onlineUsers: [] });
    expect(screen.queryByText(/session expired/)).not.toBeInTheDocument();
    signIn(account);
    mockResponse('post', '/api/auth/login', account);
    fill(screen.getByLabelText('Email'), account.email);
    fill(screen.getByLabelText('Password'), 'correct-horse');
    await user.type(screen.getByLabelText('Password'), '{Enter}');
    await user.click(await screen.findByRole('link', { name: 'Me' }));

    expect(await screen.findByLabelText('Full name')).toHaveValue('मीरा नायर');
  });

  it('Logout: tells the other tabs, so that they show no reason', async () => {
    const otherTab = new BroadcastChannel('safarnama-logout');
    onTestFinished(() => otherTab.close());
    const reported = new Promise((resolve) => {
      otherTab.onmessage = ({ data }) => resolve(data);
    });
    const { account, press } = await openProfile();
    signOut();

    await press('Logout');

    expect(await reported).toBe(account._id);
  });

  it('Logout after another user has signed in, in another tab: names its user, and shows the other one', async () => {
    const { account, press } = await openProfile();
    const other = buildUser({ fullName: 'அருண்' });
    mockResponse('get', '/api/auth/check-auth', other);
    const requests = mockError('post', '/api/auth/logout', 401, 'Not Authenticated.', 'not_authenticated');

    await press('Logout');

    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue('அருண்'));
    expect(requests.map(({ headers }) => headers.get('X-User-Id'))).toEqual([account._id]);
    expect(screen.queryByText(/Logout Failed|Not Authenticated/)).not.toBeInTheDocument();
  });

  it('Logout without a response yet: says so and sends one request', async () => {
    const { pending, release } = createPendingResponse();
    const { press } = await openProfile();
    const requests = mockResponse('post', '/api/auth/logout', () =>
      pending.then(() => ({ message: 'Done' })),
    );

    await press('Logout');
    await press('Logging out…');
    release();

    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('Logout without a response: shows Logout Failed and stays on the page', async () => {
    const { name, press } = await openProfile();
    mockNetworkError('post', '/api/auth/logout');

    await press('Logout');

    expect(await screen.findByText('Logout Failed')).toBeInTheDocument();
    expect(name).toBeInTheDocument();
    expect(useAuthStore.getState().isAuthenticated).toBe(true);
  });
});
