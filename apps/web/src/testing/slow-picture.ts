import { vi } from 'vitest';
import { createPendingResponse } from './pending-response.ts';

/**
 * Delays the decoding of pictures whose file name begins with 'slow'. No picture can be decoded, so that each file is
 * used unchanged.
 *
 * @returns a function that ends the delay.
 */
export function stubSlowDecoding(): () => void {
  const { pending, release } = createPendingResponse();
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
    if (name.startsWith('slow')) await pending;
    throw new DOMException('Pictures that cannot be decoded are used unchanged', 'InvalidStateError');
  });
  return release;
}
