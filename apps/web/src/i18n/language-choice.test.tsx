import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { start } from '../app/start.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { buildUser } from '../testing/factories.ts';
import { fill } from '../testing/fill.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signOut } from '../testing/server.ts';
import { getDirection, getLanguage } from './language.ts';
import { chooseLanguage, readLanguage, saveLanguageCookie } from './language-choice.ts';
import { setLanguage } from './strings.ts';

const CHOICE = 'safarnama:language';
const SAVE_FAILED = 'आपकी सेटिंग सहेजी नहीं जा सकी। कृपया फिर कोशिश करें।';

const setDeviceLanguages = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

describe('readLanguage', () => {
  it.each([
    ['a device in Hindi', ['hi-IN', 'en'], null, 'hi'],
    ['a device in a language without texts, then Hindi', ['ta-IN', 'hi'], null, 'hi'],
    ['a device in a language without texts', ['ta-IN'], null, 'en'],
    ['a choice that differs from the language of the device', ['hi-IN'], 'en', 'en'],
    ['a choice that no longer exists', ['hi-IN'], 'xx', 'hi'],
  ])('with %s: returns the language', (_name, device, choice, expected) => {
    setDeviceLanguages(...device);
    if (choice !== null) localStorage.setItem(CHOICE, choice);

    expect(readLanguage()).toBe(expected);
  });

  it('with the cookie of an account: returns its language, even if another language was chosen on the device', () => {
    setDeviceLanguages('en-IN');
    localStorage.setItem(CHOICE, 'en');
    saveLanguageCookie('hi');

    expect(readLanguage()).toBe('hi');
  });
});

describe('getDirection', () => {
  it('is right to left for Urdu, and left to right for the scripts of India', () => {
    expect(['ur', 'ur-IN', 'hi', 'ta-IN', 'en', 'urx'].map(getDirection)).toEqual([
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'ltr',
      'ltr',
    ]);
  });
});

describe('chooseLanguage', () => {
  it('with another language set before the texts are loaded: saves nothing, and reports no failure', async () => {
    const chosen = chooseLanguage('hi');
    await setLanguage('en');

    expect(await chosen).toBe(true);
    expect(getLanguage()).toBe('en');
    expect(localStorage.getItem(CHOICE)).toBeNull();
  });
});

describe('the choice of the language', () => {
  it('by a guest: changes the page without a reload, preserves the form and is saved on the device', async () => {
    signOut();
    const user = renderApp('/login');
    await user.type(await screen.findByLabelText('Email'), 'meera@example.org');

    await user.click(screen.getByRole('button', { name: 'हिन्दी' }));

    expect(await screen.findByLabelText('ईमेल')).toHaveValue('meera@example.org');
    expect(localStorage.getItem(CHOICE)).toBe('hi');
    expect(document.cookie).toContain('lang=hi');
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('meera@example.org');
    expect(localStorage.getItem(CHOICE)).toBe('en');
  });

  it('in the footer: also changes the navigation bars', async () => {
    const meera = buildUser();
    mockResponse('get', '/api/auth/check-auth', meera);
    mockResponse('put', '/api/auth/update-profile', { ...meera, language: 'hi' });
    const user = renderApp('/about');

    await user.click(await screen.findByRole('radio', { name: 'हिन्दी' }));

    expect(await screen.findByRole('group', { name: 'भाषा' })).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('सफ़रनामा के बारे में');
    expect(screen.getAllByRole('link', { name: 'चैट' })).not.toEqual([]);
    expect(screen.getByRole('radio', { name: 'हिन्दी' })).toBeChecked();
  });

  it('by a user: is saved in the account', async () => {
    const meera = buildUser();
    mockResponse('get', '/api/auth/check-auth', meera);
    const requests = mockResponse('put', '/api/auth/update-profile', { ...meera, language: 'hi' });
    const user = renderApp('/about');

    await user.click(await screen.findByRole('radio', { name: 'हिन्दी' }));

    await waitFor(() =>
      expect(requests.map(({ body }) => body)).toEqual([{ fullName: meera.fullName, language: 'hi' }]),
    );
  });

  it('by a user, without a response: is shown, with a toast that it was not saved', async () => {
    mockResponse('get', '/api/auth/check-auth', buildUser());
    mockNetworkError('put', '/api/auth/update-profile');
    const user = renderApp('/about');

    await user.click(await screen.findByRole('radio', { name: 'हिन्दी' }));

    expect(await screen.findByText(SAVE_FAILED)).toBeInTheDocument();
    expect(getLanguage()).toBe('hi');
  });

  it('by a user whose session has expired: shows no failure to the guest', async () => {
    mockResponse('get', '/api/auth/check-auth', buildUser());
    const user = renderApp('/about');
    const choice = await screen.findByRole('radio', { name: 'हिन्दी' });
    mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'not_authenticated');
    const logouts = mockResponse('post', '/api/auth/logout', { message: 'Logged out' });

    await user.click(choice);

    await waitFor(() => expect(logouts).toHaveLength(1));
    await vi.dynamicImportSettled();
    expect(screen.queryByText(SAVE_FAILED)).not.toBeInTheDocument();
  });

  it('by a user, changed and changed back: is saved both times', async () => {
    const meera = buildUser();
    mockResponse('get', '/api/auth/check-auth', meera);
    const requests = mockResponse('put', '/api/auth/update-profile', ({ body }) => ({
      ...meera,
      ...(body as { language: 'en' | 'hi' }),
    }));
    const user = renderApp('/about');

    await user.click(await screen.findByRole('radio', { name: 'हिन्दी' }));
    await screen.findByRole('group', { name: 'भाषा' });
    await user.click(screen.getByRole('radio', { name: 'English' }));

    await waitFor(() =>
      expect(requests.map(({ body }) => body)).toMatchObject([{ language: 'hi' }, { language: 'en' }]),
    );
    await waitFor(() => expect(useAuthStore.getState().user?.language).toBe('en'));
  });

  it.each([
    ['hi', 'en-IN', null],
    ['en', 'hi-IN', null],
    ['hi', 'hi-IN', 'en'],
    ['en', 'en-IN', 'hi'],
  ] as const)(
    'of an account in %s: applies on a device in %s with the choice %s, which returns with sign-out',
    async (language, device, chosen) => {
      setDeviceLanguages(device);
      if (chosen !== null) localStorage.setItem(CHOICE, chosen);
      mockResponse('get', '/api/auth/check-auth', buildUser({ language }));
      const requests = mockResponse('put', '/api/auth/update-profile', buildUser());
      await setLanguage(readLanguage());
      renderApp('/about');

      expect(
        await screen.findByRole('group', { name: language === 'hi' ? 'भाषा' : 'Language' }),
      ).toBeVisible();
      expect(document.cookie).toContain(`lang=${language}`);
      act(() => useAuthStore.setState({ user: null }));

      await waitFor(() => expect(getLanguage()).toBe(chosen ?? device.slice(0, 2)));
      expect(document.cookie).toBe(chosen === null ? '' : `lang=${chosen}`);
      expect(requests).toEqual([]);
    },
  );

  it('of a guest who signs up on a server that the cookie does not reach: stays, and is saved in the account', async () => {
    signOut();
    localStorage.setItem(CHOICE, 'hi');
    await setLanguage(readLanguage());
    const meera = buildUser({ language: 'en' });
    const { pending, release } = createPendingResponse();
    mockResponse('post', '/api/auth/signup', () => pending.then(() => meera), { status: 201 });
    mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
    const user = renderApp('/signup');
    fill(await screen.findByLabelText('पूरा नाम'), meera.fullName);
    fill(screen.getByLabelText('ईमेल'), meera.email);
    fill(screen.getByLabelText('पासवर्ड'), 'monsoon-kochi-7');
    await user.click(screen.getByRole('button', { name: 'खाता बनाएँ' }));
    mockResponse('get', '/api/auth/check-auth', meera);
    const requests = mockResponse('put', '/api/auth/update-profile', { ...meera, language: 'hi' });

    release();

    await waitFor(() => expect(requests.map(({ body }) => body)).toMatchObject([{ language: 'hi' }]));
    await waitFor(() => expect(useAuthStore.getState().user?.language).toBe('hi'));
    expect(getLanguage()).toBe('hi');
    expect(document.cookie).toContain('lang=hi');
  });

  it('of an account whose session expired while the app was closed: gives way to that of the device', async () => {
    signOut();
    localStorage.setItem(CHOICE, 'en');
    saveLanguageCookie('hi');
    await setLanguage(readLanguage());

    renderApp('/login');

    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(document.cookie).toContain('lang=en');
  });

  it('of an account, while the server is unreachable: stays', async () => {
    mockNetworkError('get', '/api/auth/check-auth');
    saveLanguageCookie('hi');
    await setLanguage(readLanguage());

    renderApp('/about');

    await waitFor(() => expect(useAuthStore.getState().isUnreachable).toBe(true));
    expect(getLanguage()).toBe('hi');
    expect(document.cookie).toContain('lang=hi');
  });

  it('of a guest in another tab: changes this tab', async () => {
    signOut();
    renderApp('/login');
    await screen.findByLabelText('Email');

    localStorage.setItem(CHOICE, 'hi');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: CHOICE })));

    expect(await screen.findByLabelText('ईमेल')).toBeVisible();
  });

  it('of a user in another tab: changes this tab, and only the tab of the choice saves it in the account', async () => {
    const meera = buildUser();
    mockResponse('get', '/api/auth/check-auth', meera);
    const requests = mockResponse('put', '/api/auth/update-profile', meera);
    const user = renderApp('/about');
    await screen.findByRole('radio', { name: 'हिन्दी' });

    localStorage.setItem(CHOICE, 'hi');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: CHOICE })));
    expect(await screen.findByRole('group', { name: 'भाषा' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'English' }));

    await waitFor(() =>
      expect(requests.map(({ body }) => body)).toEqual([{ fullName: meera.fullName, language: 'en' }]),
    );
  });

  it('that differs from the account: is not saved when another tab changes another stored value', async () => {
    const meera = { ...buildUser(), language: 'hi' as const };
    localStorage.setItem(CHOICE, 'en');
    mockResponse('get', '/api/auth/check-auth', meera);
    const requests = mockResponse('put', '/api/auth/update-profile', meera);
    const user = renderApp('/about');
    await screen.findByRole('group', { name: 'भाषा' });

    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'safarnama:theme' })));
    await user.click(screen.getByRole('radio', { name: 'English' }));

    await waitFor(() => expect(requests.map(({ body }) => body)).toMatchObject([{ language: 'en' }]));
  });
});

describe('start: on a device in Hindi', () => {
  /** Opens the page of a guest that the server has rendered. */
  async function openLogin(pageLanguage: 'en' | 'hi', markup: string) {
    setDeviceLanguages('hi-IN');
    document.head.insertAdjacentHTML('beforeend', '<meta name="session" content="none" />');
    document.documentElement.lang = pageLanguage;
    document.body.innerHTML = `<div id="root">${markup}</div>`;
    window.history.replaceState(null, '', '/login');
    return start();
  }

  it('without a page from the server: shows the first page in Hindi from the beginning', async () => {
    expect(await openLogin('en', '')).toBe('replace');
    renderApp('/login');

    expect(screen.getByLabelText('ईमेल')).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(document.documentElement).toHaveAttribute('lang', 'hi');
  });

  it.each(['en', 'hi'] as const)(
    'on a page that the server has rendered in %s: hydrates it in that language',
    async (language) => {
      expect(await openLogin(language, '<form></form>')).toBe('hydrate');

      expect(getLanguage()).toBe(language);
      expect(document.documentElement).toHaveAttribute('lang', language);
    },
  );

  it('with a choice whose cookie the browser has deleted: saves it again for the server', async () => {
    localStorage.setItem(CHOICE, 'en');

    await openLogin('hi', '<form></form>');
    renderApp('/login');

    expect(document.cookie).toContain('lang=en');
  });
});
