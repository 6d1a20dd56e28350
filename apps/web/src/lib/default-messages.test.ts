import { describe, expect, it } from 'vitest';

describe('DEFAULT_MESSAGES', () => {
  it('in Hindi: has the same text for a missing session as the API errors, so that the toaster hides it', async () => {
    const [{ messages }, { messages: errors }] = await Promise.all([
      import('../locales/hi/default-messages.ts'),
      import('../locales/hi/api-errors.ts'),
    ]);

    expect(messages.checkAuth).toBe(errors.not_authenticated);
  });
});
