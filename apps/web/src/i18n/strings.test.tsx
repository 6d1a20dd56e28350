import { act, render, screen } from '@testing-library/react';
import { memo } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, signOut } from '../testing/server.ts';
import { useLanguage } from './language.ts';
import { setLanguage } from './strings.ts';

describe('the language', () => {
  it('changed while a form is open: shows the page in the new language without a reload and preserves the form', async () => {
    signOut();
    const user = renderApp('/login');
    await user.type(await screen.findByLabelText('Email'), 'meera@example.org');

    await act(() => setLanguage('hi'));

    expect(screen.getByLabelText('ईमेल')).toHaveValue('meera@example.org');
    expect(screen.getByRole('button', { name: 'साइन इन करें' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'hi');
    expect(document.title).toBe('साइन इन करें · Safarnama');

    await act(() => setLanguage('en'));
    expect(screen.getByLabelText('Email')).toHaveValue('meera@example.org');
    expect(document.documentElement).toHaveAttribute('lang', 'en');
  });

  it('Hindi: shows an API error in Hindi, or in English if its code is unknown', async () => {
    signOut();
    const user = renderApp('/login');
    await screen.findByLabelText('Email');
    await act(() => setLanguage('hi'));
    await user.type(await screen.findByLabelText('ईमेल'), 'meera@example.org');
    await user.type(screen.getByLabelText('पासवर्ड'), 'wrong password');

    mockError('post', '/api/auth/login', 401, 'Invalid email or password', 'invalid_credentials');
    await user.click(screen.getByRole('button', { name: 'साइन इन करें' }));
    expect(await screen.findByText('ईमेल या पासवर्ड सही नहीं है')).toBeVisible();

    mockError('post', '/api/auth/login', 401, 'No sign-in today', 'closed_today');
    await user.click(screen.getByRole('button', { name: 'साइन इन करें' }));
    expect(await screen.findByText('No sign-in today')).toBeVisible();
  });

  it('changed: re-renders a memoized component that uses it', async () => {
    const Shown = memo(function Shown() {
      return <p>{useLanguage()}</p>;
    });
    render(<Shown />);

    await act(() => setLanguage('hi'));

    expect(screen.getByText('hi')).toBeVisible();
  });
});
