import { expect, it } from 'vitest';
import { holdTimeout } from '../testing/hold-timeout.ts';
import { mockResponse } from '../testing/server.ts';

it('without a response for 15 seconds: leaves the request to the app', async () => {
  const expire = holdTimeout();
  mockResponse('get', '/api/post/getpost/:slug', () => new Promise(() => {}));
  const link = document.createElement('link');
  link.dataset['firstStory'] = '';
  link.href = '/api/post/getpost/dawn';
  document.body.append(link);

  await import('./main.tsx');
  expire();

  expect(await window.firstStory).toBeNull();
});
