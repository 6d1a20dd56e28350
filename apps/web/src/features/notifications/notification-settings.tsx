import { useState, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { SwitchField } from '../../components/switch-field.tsx';
import { chooseNotice, isNoticeChosen, onNoticeChoice } from '../../lib/notice-choice.ts';
import {
  type BrowserNoticeState,
  onBrowserNoticeState,
  readBrowserNoticeState,
  switchBrowserNoticesOn,
} from './browser-notices.ts';
import { playQuietSound } from './quiet-sound.ts';
import { NOTICE_STRINGS } from './strings.ts';

const HINTS: Record<BrowserNoticeState, string> = {
  unsupported: NOTICE_STRINGS.unsupported,
  insecure: NOTICE_STRINGS.insecure,
  denied: NOTICE_STRINGS.denied,
  off: NOTICE_STRINGS.browserHint,
  on: NOTICE_STRINGS.browserHint,
};

/** How one wants to be told of messages on this device. */
export function NotificationSettings() {
  return (
    <>
      <BrowserNoticeSwitch />
      <SoundSwitch />
    </>
  );
}

function BrowserNoticeSwitch() {
  const state = useSyncExternalStore(onBrowserNoticeState, readBrowserNoticeState);
  /** The browser's question stands. */
  const [isAsking, setIsAsking] = useState(false);

  const handleChange = async (isOn: boolean) => {
    if (!isOn) {
      chooseNotice('browser', false);
      return;
    }
    setIsAsking(true);
    const reached = await switchBrowserNoticesOn();
    setIsAsking(false);
    if (reached === 'off') toast.error(NOTICE_STRINGS.dismissed);
  };
  return (
    <SwitchField
      label={NOTICE_STRINGS.browser}
      hint={HINTS[state]}
      isOn={state === 'on' || isAsking}
      isDisabled={state !== 'on' && state !== 'off'}
      onChange={(isOn) => void handleChange(isOn)}
    />
  );
}

function SoundSwitch() {
  const isOn = useSyncExternalStore(onNoticeChoice, () => isNoticeChosen('sound'));
  return (
    <SwitchField
      label={NOTICE_STRINGS.sound}
      hint={NOTICE_STRINGS.soundHint}
      isOn={isOn}
      onChange={(next) => {
        chooseNotice('sound', next);
        // So that one knows what one has chosen.
        if (next) void playQuietSound();
      }}
    />
  );
}
