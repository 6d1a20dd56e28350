import { MAX_UNREAD_COUNT } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { buildMessage } from '../../testing/factories';
import { findFirstUnreadId } from './first-unread';

describe('findFirstUnreadId', () => {
  const received = Array.from({ length: MAX_UNREAD_COUNT + 2 }, (_, index) =>
    buildMessage({ _id: `m${index}`, senderId: 'partner' }),
  );
  const find = (unreadCount: number, hasOlder: boolean) =>
    findFirstUnreadId(received, 'partner', { unreadCount }, hasOlder);

  it('with a count below the limit: goes back by the count', () => {
    expect(find(MAX_UNREAD_COUNT - 1, true)).toBe('m3');
  });

  it('with a count at the limit, which means that there may be more: is an older message', () => {
    expect(find(MAX_UNREAD_COUNT, true)).toBeNull();
    expect(find(MAX_UNREAD_COUNT, false)).toBe('m0');
  });
});
