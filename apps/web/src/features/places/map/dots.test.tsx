import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import { IndiaDots } from './dots.tsx';

describe('IndiaDots', () => {
  it('after a change of the language: shows the names of the states in it', async () => {
    render(
      <svg role="presentation">
        <IndiaDots points={[]} unit={1} />
      </svg>,
    );
    expect(screen.getByText('Bihar')).toBeInTheDocument();

    await act(() => setLanguage('hi'));

    expect(screen.getByText('बिहार')).toBeInTheDocument();
  });
});
