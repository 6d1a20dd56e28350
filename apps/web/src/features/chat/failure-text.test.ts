import { describe, expect, it } from 'vitest';
import { createApiError } from '../../lib/api-client.ts';
import { toFailure } from '../../stores/chat/failure.ts';
import { buildError } from '../../testing/factories.ts';
import { failureText } from './failure-text.ts';

describe('failureText', () => {
  it.each([
    ['an hour', '3600', 'Too many requests. Please try again in 60 minutes.'],
    ['61 seconds', '61', 'Too many requests. Please try again in 2 minutes.'],
    ['a minute', '60', 'Too many requests. Please wait a moment.'],
  ])(
    'of a limit with a wait of %s: says how long, if it is longer than a minute',
    (_wait, retryAfter, text) => {
      const body = buildError('Too many requests. Please wait a moment.', 'too_many_requests');

      const failure = toFailure(createApiError(429, body, retryAfter), 'Message Send Failed');

      expect(failureText(failure, 'Message Send Failed')).toBe(text);
    },
  );
});
