import { expect, it } from 'vitest';
import { RESET_TTL_MS } from './auth/password-reset.service.js';
import { readUsage } from './lib/command.js';
import { UNPLACED_PAGE_LENGTH } from './operations/unplaced-stories.js';

it('the usage of the admin command: names the numbers that the command uses', () => {
  const usage = readUsage('admin');

  expect(usage).toContain(`the places that it may name: ${UNPLACED_PAGE_LENGTH} of`);
  expect(usage).toContain(`within ${RESET_TTL_MS / 60_000} minutes`);
});
