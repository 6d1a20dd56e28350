import { openTabChannel } from './tab-channel.ts';

/** Connects the tabs, which share the session: each logout is reported with the user's id. */
export function openLogoutChannel(onLogout: (userId: string) => void) {
  return openTabChannel<string>('safarnama-logout', onLogout);
}
