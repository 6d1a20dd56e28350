import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { useAuthStore } from '../stores/auth.store.ts';
import { buildUser } from './factories.ts';
import { renderApp } from './render-app.tsx';
import { signIn } from './server.ts';

/** Opens the profile page of a new user and waits until no request is pending. */
export async function openProfile(overrides: Parameters<typeof buildUser>[0] = {}) {
  const account = buildUser({ fullName: 'मीरा नायर', ...overrides });
  signIn(account);
  const user = renderApp('/update-profile');
  const name = await screen.findByLabelText('Full name');
  await waitFor(() => expect(useAuthStore.getState().loading).toBe(false));
  return {
    account,
    user,
    name,
    press: (button: string) => user.click(screen.getByRole('button', { name: button })),
    main: within(screen.getByRole('main')),
  };
}
