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

  it.each([
    ['Email: ', false],
    ['Password: ', true],
  ])('%sis on the screen while the user types', async (question, isHidden) => {
    const input = new PassThrough();
    const screen = new PassThrough();
    const line = prompt(question, { isHidden, signal, input, output: screen });

    const written = String(screen.read());

    // What precedes the last sequence that clears the line is gone.
    expect(written.slice(written.lastIndexOf('\u001b[0J') + 1)).toContain(question);
    input.write('x\r');
    await line;
  });

  it('when the user ends the input with Ctrl-D: says that nothing was sent', async () => {
    const input = new PassThrough();
    const line = prompt('Email: ', { signal, input, output });

    input.write('\u0004');

    await expect(line).rejects.toThrow('Stopped before anything was sent.');
  });
});
