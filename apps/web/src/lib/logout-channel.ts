import { openTabChannel } from './tab-channel.ts';

const NAME = 'safarnama-logout';

/** Tells the other tabs, which share the session, that a user has logged out. */
export function reportLogout(userId: string): void {
  const channel = openTabChannel<string>(NAME, () => undefined);
  channel.post(userId);
  channel.close();
}

/** Calls back when another tab reports a logout, with the id of the user. */
export function watchLogouts(onLogout: (userId: string) => void): void {
  openTabChannel<string>(NAME, onLogout);
}
