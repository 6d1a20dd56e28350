import { afterEach, describe, expect, it } from 'vitest';
import { setPageTitle, setTitleCount } from './page-title.ts';

describe('setTitleCount', () => {
  afterEach(() => setTitleCount(0));

  it('with unread messages: puts the count before the title of any page, and removes it at zero', () => {
    setPageTitle('Chats');
    setTitleCount(3);
    expect(document.title).toBe('(3) Chats · Safarnama');

    setPageTitle('');
    expect(document.title).toBe('(3) Safarnama');

    setTitleCount(120);
    expect(document.title).toBe('(99+) Safarnama');

    setTitleCount(0);
    expect(document.title).toBe('Safarnama');
  });
});
