import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFormStash } from '../lib/form-stash.ts';
import { useAuthStore } from './auth.store.ts';
import { useFormStash } from './use-form-stash.ts';

const VALUES = 'कल सुबह पाँच बजे, அஸ்ஸி घाट 👨‍👩‍👧‍👦';

describe('useFormStash', () => {
  it('unmounted by the end of the session: stashes the values for the same user and form', () => {
    useAuthStore.setState({ isAuthenticated: true });
    const stash = createFormStash<string>();
    const form = renderHook(({ values }) => useFormStash(stash, 'meera', 'new', values), {
      initialProps: { values: '' },
    });
    form.rerender({ values: VALUES });

    useAuthStore.setState({ isAuthenticated: false });
    form.unmount();

    expect(stash.restore('meera', 'new')).toBe(VALUES);
    expect(stash.restore('arjun', 'new')).toBeNull();
    expect(stash.restore('meera', 'other')).toBeNull();
  });

  it('unmounted otherwise: stashes nothing; mounted again: clears the stash', () => {
    useAuthStore.setState({ isAuthenticated: true });
    const stash = createFormStash<string>();

    renderHook(() => useFormStash(stash, 'meera', 'new', VALUES)).unmount();
    expect(stash.restore('meera', 'new')).toBeNull();

    stash.save('meera', 'new', VALUES);
    renderHook(() => useFormStash(stash, 'meera', 'new', VALUES));
    expect(stash.restore('meera', 'new')).toBeNull();
  });
});
