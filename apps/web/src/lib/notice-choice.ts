import { createKeptChoice } from './kept-choice.ts';

/** How one can be told of a message while one looks elsewhere: by the browser, by a sound. */
type NoticeWay = 'browser' | 'sound';

const ON = 'on';
const choices = {
  browser: createKeptChoice('safarnama:notify'),
  sound: createKeptChoice('safarnama:sound'),
} as const;

/** Whether it was switched on, on this device; off until then. */
export function isNoticeChosen(way: NoticeWay): boolean {
  return choices[way].read() === ON;
}

/** Keeps the choice on this device; every tab of it follows. */
export function chooseNotice(way: NoticeWay, isOn: boolean): void {
  choices[way].keep(isOn ? ON : null);
}

/** Calls back when a choice changes, here or in another tab. @returns what ends it. */
export function onNoticeChoice(listener: () => void): () => void {
  const ends = [choices.browser.subscribe(listener), choices.sound.subscribe(listener)];
  return () => {
    for (const end of ends) end();
  };
}
