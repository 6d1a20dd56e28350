import type { DraftBody } from '../../api/draft.api.ts';
import { ApiError } from '../../lib/api-client.ts';

/** A save without a response for this long is regarded as failed. */
const SAVE_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 300_000;

export interface DraftClock {
  now: () => number;
  /** @returns a function that cancels the call. */
  after: (delayMs: number, call: () => void) => () => void;
}

export function computeTimeout({ blogImage }: DraftBody): number {
  return blogImage?.startsWith('data:') ? UPLOAD_TIMEOUT_MS : SAVE_TIMEOUT_MS;
}

/** @throws ApiError without a status when there is no response in time. */
export async function respondInTime<T>(
  clock: DraftClock,
  request: Promise<T>,
  timeoutMs: number,
): Promise<T> {
  let cancelTimeout: () => void = () => undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    cancelTimeout = clock.after(timeoutMs, () => reject(new ApiError(0, '', '')));
  });
  try {
    return await Promise.race([request, timeout]);
  } finally {
    cancelTimeout();
  }
}
