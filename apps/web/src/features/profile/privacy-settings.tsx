import * as accountApi from '../../api/account.api.ts';
import { createSwitchStorage, StoredSwitches } from '../../components/stored-switches.tsx';
import { PROFILE_STRINGS } from './strings.ts';

const storage = createSwitchStorage(accountApi.fetchPrivacy, accountApi.updatePrivacy);

export function AppearOfflineSwitch() {
  const { appearOffline: label, appearOfflineHint: hint } = PROFILE_STRINGS.privacy;
  return (
    <StoredSwitches
      storage={storage}
      names={['appearOffline']}
      labels={{ appearOffline: { label, hint } }}
      texts={PROFILE_STRINGS.privacy}
    />
  );
}
