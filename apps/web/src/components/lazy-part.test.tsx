import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

function createGreeting() {
  const Greeting = ({ name }: { name: string }) => <p>Hi, {name}</p>;
  return lazyPart(async () => ({ Greeting }), 'Greeting');
}

describe('lazyPart', () => {
  it('before it is loaded: renders the fallback first', async () => {
    const Greeting = createGreeting();
    render(
      <Suspense fallback="Loading">
        <Greeting name="मीरा" />
      </Suspense>,
      { wrapper: MemoryRouter },
    );

    expect(screen.getByText('Loading')).toBeVisible();
    expect(await screen.findByText('Hi, मीरा')).toBeVisible();
  });

  it('once loaded: renders without the fallback', async () => {
    const Greeting = createGreeting();
    await Greeting.load();
    render(<Greeting name="मीरा" />, { wrapper: MemoryRouter });

    expect(screen.getByText('Hi, मीरा')).toBeVisible();
  });
});
