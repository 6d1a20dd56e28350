import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createTypedKeeper } from '../lib/typed-keeper.ts';
import { useAuthStore } from './auth.store.ts';
import { useKeptTyping } from './use-kept-typing.ts';

const TYPED = 'कल सुबह पाँच बजे, அஸ்ஸி घाट 👨‍👩‍👧‍👦';

describe('useKeptTyping', () => {
  it('a form that the end of the session takes away: is recalled by the same person and form alone', () => {
    useAuthStore.setState({ isAuthenticated: true });
    const keeper = createTypedKeeper<string>();
    const form = renderHook(({ typed }) => useKeptTyping(keeper, 'meera', 'new', typed), {
      initialProps: { typed: '' },
    });
    form.rerender({ typed: TYPED });

    useAuthStore.setState({ isAuthenticated: false });
    form.unmount();

    expect(keeper.recall('meera', 'new')).toBe(TYPED);
    expect(keeper.recall('arjun', 'new')).toBeNull();
    expect(keeper.recall('meera', 'other')).toBeNull();
  });

  it('a form that is left otherwise, or stands again: keeps nothing', () => {
    useAuthStore.setState({ isAuthenticated: true });
    const keeper = createTypedKeeper<string>();

    renderHook(() => useKeptTyping(keeper, 'meera', 'new', TYPED)).unmount();
    expect(keeper.recall('meera', 'new')).toBeNull();

    keeper.keep('meera', 'new', TYPED);
    renderHook(() => useKeptTyping(keeper, 'meera', 'new', TYPED));
    expect(keeper.recall('meera', 'new')).toBeNull();
  });
});
