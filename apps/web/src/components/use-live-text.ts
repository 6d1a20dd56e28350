import { useCallback, useState } from 'react';

/**
 * The text of a live region. Assistive technology says nothing about a text that stays the same, so an equal one is
 * changed invisibly.
 *
 * @returns the text, and a function that announces another one.
 */
export function useLiveText(): [string, (text: string) => void] {
  const [liveText, setLiveText] = useState('');
  const announce = useCallback(
    (text: string) => setLiveText((current) => (current === text ? `${text}\u00a0` : text)),
    [],
  );
  return [liveText, announce];
}
