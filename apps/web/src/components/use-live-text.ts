import { useCallback, useState } from 'react';

/**
 * Returns the text of a live region. Assistive technology does not announce unchanged text, so an equal text is changed
 * invisibly.
 *
 * @returns the text, and a function that announces a new text.
 */
export function useLiveText(): [string, (text: string) => void] {
  const [liveText, setLiveText] = useState('');
  const announce = useCallback(
    (text: string) => setLiveText((current) => (current === text ? `${text}\u00a0` : text)),
    [],
  );
  return [liveText, announce];
}
