import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/**
 * Makes the browser report that it is offline, until the end of the test.
 *
 * @returns a function that ends the offline state earlier.
 */
export function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  return () => {
    onLine.mockReturnValue(true);
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
  };
}
