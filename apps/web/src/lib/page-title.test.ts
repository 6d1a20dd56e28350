import { afterEach, describe, expect, it } from 'vitest';
import { setPageTitle, setTitleCount } from './page-title.ts';

describe('the title of the tab', () => {
  afterEach(() => setTitleCount(0));

  it('unread messages: stand before the title of whichever page, and go with the last one', () => {
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
