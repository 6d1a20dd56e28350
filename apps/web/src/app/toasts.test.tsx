import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import toast, { useToasterStore } from 'react-hot-toast';
import { describe, expect, it, vi } from 'vitest';
import { toastSaved } from '../features/profile/toast-saved.tsx';
import { useAuthStore } from '../stores/auth.store.ts';
import { buildUser } from '../testing/factories.ts';
import { Toasts } from './toasts.tsx';

/** How long the library fades a toast out before it removes it. */
const FADE_MS = 1_000;

const findRegion = () => screen.getByRole('region', { name: 'Notifications' });

/** Renders the region, waits for the script that renders the toasts, and then fakes the timers. */
async function renderToasts() {
  const { rerender } = render(<Toasts />);
  await waitFor(() => expect(findRegion()).not.toBeEmptyDOMElement());
  // Runs the effects of the previous render, one of which subscribes to the toasts.
  rerender(<Toasts />);
  vi.useFakeTimers();
}

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('Toasts', () => {
  it.each([
    ['a normal toast', 4_000, () => toast('सूचना')],
    ['an error', 4_000, () => toast.error('பிழை')],
    ['a success', 2_000, () => toast.success('সফল 🎊')],
    ['a changed password, which is a success', 2_000, () => toastSaved(true)],
  ])('with %s: disappears after %i ms, not before', async (_name, ms, show) => {
    await renderToasts();
    act(() => void show());
    const store = renderHook(() => useToasterStore());
    const isShown = () => store.result.current.toasts.map(({ visible }) => visible);

    await advance(ms - 10);
    expect(isShown()).toEqual([true]);
    await advance(20);
    expect(isShown()).toEqual([false]);
    await advance(FADE_MS);
    expect(isShown()).toEqual([]);
    expect(findRegion()).toHaveTextContent(/^$/);
  });

  it('with a toast removed under the pointer: does not delay later toasts', async () => {
    await renderToasts();
    act(() => void toast('பிழை', { id: 'under' }));
    fireEvent.mouseOver(screen.getByText('பிழை'));
    const store = renderHook(() => useToasterStore());
    await advance(10_000);
    expect(screen.getByText('பிழை')).toBeInTheDocument();

    // A removed element fires no leave event.
    act(() => toast.remove('under'));
    act(() => void toast('अगला'));
    await advance(4_010);
    expect(store.result.current.toasts.map(({ visible }) => visible)).toEqual([false]);
  });

  it('with the focus in a toast: shows it until after the focus leaves', async () => {
    await renderToasts();
    act(() => void toast(<button type="button">फिर से</button>));
    const store = renderHook(() => useToasterStore());
    const isShown = () => store.result.current.toasts.map(({ visible }) => visible);
    await advance(3_000);

    act(() => screen.getByRole('button').focus());
    await advance(60_000);
    expect(isShown()).toEqual([true]);

    act(() => screen.getByRole('button').blur());
    await advance(990);
    expect(isShown()).toEqual([true]);
    await advance(20);
    expect(isShown()).toEqual([false]);
  });

  it('with a toast raised before the region is rendered: shows it afterwards', async () => {
    toast.success('स्वागत है');
    await renderToasts();

    expect(screen.getByText('स्वागत है')).toBeInTheDocument();
  });

  it('on a page whose scripts raise no toasts: renders none, and the first toast of a script loaded later', async () => {
    vi.resetModules();
    const page = await import('./toasts.tsx');
    render(<page.Toasts />);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(findRegion()).toBeEmptyDOMElement();

    const script = await import('../components/toast.ts');
    act(() => void script.toast('कल मिलेंगे'));

    expect(await screen.findByText('कल मिलेंगे')).toBeInTheDocument();
  });

  it('with a loading toast: shows it until another toast replaces it', async () => {
    await renderToasts();
    act(() => void toast.loading('Uploading…', { id: 'upload' }));

    await advance(3_600_000);
    expect(screen.getByText('Uploading…')).toBeInTheDocument();

    act(() => void toast.success('Post created!', { id: 'upload' }));
    expect(screen.queryByText('Uploading…')).not.toBeInTheDocument();
    expect(screen.getByText('Post created!')).toBeInTheDocument();
  });

  it('with 25 toasts: shows the newest 20', async () => {
    await renderToasts();

    act(() => {
      for (let number = 1; number <= 25; number += 1) toast(`পত্র ${number}`);
    });
    await advance(0);

    const shown = screen.getAllByText(/^পত্র /).map((element) => element.textContent);
    expect(shown).toHaveLength(20);
    expect(shown[0]).toBe('পত্র 25');
    expect(shown.at(-1)).toBe('পত্র 6');
  });

  it('with the server’s message for an ended session: shows it only after a check has found the session alive', async () => {
    useAuthStore.setState({ user: buildUser(), isAuthenticated: true, loading: true });
    await renderToasts();
    act(() => void toast.error('Not Authenticated.'));
    act(() => void toast.error('पोस्ट नहीं हुई'));
    expect(screen.getByText('पोस्ट नहीं हुई')).toBeInTheDocument();
    expect(screen.queryByText('Not Authenticated.')).not.toBeInTheDocument();

    act(() => useAuthStore.setState({ user: null, isAuthenticated: false, loading: false }));
    expect(screen.queryByText('Not Authenticated.')).not.toBeInTheDocument();

    act(() => useAuthStore.setState({ user: buildUser(), isAuthenticated: true }));
    expect(screen.getByText('Not Authenticated.')).toBeInTheDocument();
  });

  it('for screen readers: has one polite region before the first toast, and none inside it', async () => {
    const rendered = renderToasts();
    const region = findRegion();
    expect(region).toHaveAttribute('aria-live', 'polite');
    await rendered;

    act(() => void toast.error('Can’t do that'));

    expect(region).toContainElement(screen.getByText('Can’t do that'));
    expect(region.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull();
  });
});
