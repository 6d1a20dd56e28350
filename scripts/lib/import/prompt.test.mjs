import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { prompt } from './prompt.mjs';

const { signal } = new AbortController();
const output = new Writable({ write: (_chunk, _encoding, done) => done() });

describe('prompt', () => {
  it('returns the line that the user enters', async () => {
    const input = new PassThrough();
    const line = prompt('Email: ', { signal, input, output });

    input.write('meera@example.com\r');

    expect(await line).toBe('meera@example.com');
  });

  it('when the user ends the input with Ctrl-D: says that nothing was sent', async () => {
    const input = new PassThrough();
    const line = prompt('Email: ', { signal, input, output });

    input.write('\u0004');

    await expect(line).rejects.toThrow('Stopped before anything was sent.');
  });
});
