import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { IMAGE_STRINGS } from '../../lib/read-image.ts';
import { classifyFailure } from './upload-failure.ts';

function respond(status: number, retryAfterMs: number | null = null): ApiError {
  return new ApiError(status, '', '', [], retryAfterMs);
}

describe('classifyFailure', () => {
  it.each([
    ['401', respond(401), { kind: 'signedOut' }],
    ['429 with a wait', respond(429, 5_000), { kind: 'rateLimited', delayMs: 5_000 }],
    ['429 without a wait', respond(429), { kind: 'rateLimited', delayMs: 60_000 }],
    ['404', respond(404), { kind: 'expired' }],
    ['410', respond(410), { kind: 'expired' }],
    ['400', respond(400), { kind: 'rejected', canRetry: false }],
    ['413', respond(413), { kind: 'rejected', canRetry: false }],
    ['403', respond(403), { kind: 'rejected', canRetry: true }],
    ['409', respond(409), { kind: 'interrupted', isServerFault: false, retryAfterMs: 0 }],
    ['423', respond(423), { kind: 'interrupted', isServerFault: false, retryAfterMs: 0 }],
    ['500', respond(500), { kind: 'interrupted', isServerFault: true, retryAfterMs: 0 }],
    [
      '503 with a wait',
      respond(503, 5_000),
      { kind: 'interrupted', isServerFault: true, retryAfterMs: 5_000 },
    ],
    ['no response', respond(0), { kind: 'interrupted', isServerFault: false, retryAfterMs: 0 }],
    ['another error', new Error('lost'), { kind: 'interrupted', isServerFault: false, retryAfterMs: 0 }],
  ])('with %s, for an upload that has begun: classifies the failure', (_name, error, expected) => {
    expect(classifyFailure(error, true)).toMatchObject(expected);
  });

  it('with 404 for an upload that has not begun: counts as rejected', () => {
    expect(classifyFailure(respond(404), false)).toMatchObject({ kind: 'rejected', canRetry: true });
  });

  it.each([
    ['This is not a picture', 'This is not a picture'],
    ['', IMAGE_STRINGS.uploadFailed],
  ])('with 400 and the message "%s": gives a reason', (message, expected) => {
    const failure = classifyFailure(new ApiError(400, '', message), true);

    expect(failure.kind === 'rejected' && failure.reason()).toBe(expected);
  });
});
