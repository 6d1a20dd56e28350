import { describe, expect, it } from 'vitest';
import { apiOrigin } from '../../build/api-origin.ts';

describe('apiOrigin', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '4000' }, 'http://127.0.0.1:4000'],
    [{ HOST: '::' }, 'http://127.0.0.1:3000'],
    [{ HOST: '192.168.1.5' }, 'http://192.168.1.5:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
  ])('with %j: returns %s', (env, origin) => {
    expect(apiOrigin(env)).toBe(origin);
  });
});
