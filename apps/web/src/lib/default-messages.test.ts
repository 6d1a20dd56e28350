import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGES } from './default-messages.ts';

describe('DEFAULT_MESSAGES', () => {
  it('contains the error catalogue of the specification', () => {
    expect(Object.values(DEFAULT_MESSAGES)).toEqual(
      expect.arrayContaining([
        'Registration Failed',
        'Login Failed',
        'Not Authenticated.',
        'Logout Failed',
        'Profile Updation Failed',
        'Post Creation Failed',
        'Post Deletion Failed',
        'Post Updation failed',
        'Post not found',
        'Failed to fetch all posts',
        'Failed to get Posts',
        'Error',
      ]),
    );
  });

  it('in Hindi: has the same text for a missing session as the API errors, so that the toaster hides it', async () => {
    const [{ messages }, { messages: errors }] = await Promise.all([
      import('../locales/hi/default-messages.ts'),
      import('../locales/hi/api-errors.ts'),
    ]);

    expect(messages.checkAuth).toBe(errors.not_authenticated);
  });
});
