import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress } from './progress.mjs';

function createFakeOutput(isTTY = false, columns = 60) {
  let text = '';
  return {
    isTTY,
    columns,
    write(/** @type {string} */ part) {
      text += part;
    },
    text: () => text,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('progress without a terminal', () => {
  it('with a long step: prints it within 2 s, repeats it, and prints its end', () => {
    const output = createFakeOutput();
    const step = createProgress(output).step('Building');
    step.update('api');

    vi.advanceTimersByTime(2000);
    expect(output.text()).toBe('Building: api… 1.0 s\n');
    vi.advanceTimersByTime(4000);
    step.done('Built');

    expect(output.text()).toBe('Building: api… 1.0 s\nBuilding: api… 5.0 s\nBuilt (6.0 s)\n');
  });

  it('with a quick step: prints nothing', () => {
    const output = createFakeOutput();
    const step = createProgress(output).step('Building');

    vi.advanceTimersByTime(500);
    step.done();
    vi.advanceTimersByTime(60_000);

    expect(output.text()).toBe('');
  });

  it('after its end: prints no more about running steps', () => {
    const output = createFakeOutput();
    const progress = createProgress(output);
    progress.step('Building');

    progress.end();
    vi.advanceTimersByTime(60_000);

    expect(output.text()).toBe('');
  });
});

describe('progress in a terminal', () => {
  it('with two steps: shows both with a spinner, each on one line of the terminal', () => {
    const output = createFakeOutput(true, 30);
    const progress = createProgress(output);
    const first = progress.step('Installing packages');
    progress.step('Starting the database');
    first.update('a detail that is much longer than the line');

    vi.advanceTimersByTime(250);

    const lines = output.text().split('\n');
    expect(lines.some((line) => line.includes('⠙ Installing packages'))).toBe(true);
    expect(lines.some((line) => line.includes('⠹ Starting the database'))).toBe(true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: cursor movements have no width
    const widths = lines.map((line) => line.replace(/\u001b\[\d*[A-Z]/g, '').length);
    expect(Math.max(...widths)).toBeLessThan(30);
  });

  it('when all steps are done: leaves one line for each long one, with the cursor below', () => {
    const output = createFakeOutput(true);
    const step = createProgress(output).step('Building');

    vi.advanceTimersByTime(3000);
    step.done('Built');

    expect(output.text().endsWith('\u001b[1F\u001b[J✔ Built (3.0 s)\n')).toBe(true);
  });
});
