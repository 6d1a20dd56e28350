import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'react-hot-toast';
import { describe, expect, it } from 'vitest';
import { answer, cutLine } from '../../testing/server.ts';
import { NewsletterBox } from './newsletter-box.tsx';

const PATH = '/api/newsletter/subscribe';

function open() {
  render(
    <>
      <NewsletterBox />
      <Toaster />
    </>,
  );
  return { person: userEvent.setup(), field: screen.getByLabelText('Letters from the road') };
}

describe('newsletter box', () => {
  it('with a valid address: thanks at once, before any answer, and sends it', async () => {
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    const seen = answer('post', PATH, () => held.then(() => ({ message: 'ok' })));
    const { person, field } = open();

    await person.type(field, ' a@example.org {Enter}');

    expect(screen.getByText('Thank You for your Subscription 🎊')).toBeInTheDocument();
    expect(field).toHaveValue('');
    release();
    await waitFor(() => expect(seen.map(({ body }) => body)).toEqual([{ email: 'a@example.org' }]));
  });

  it.each(['', '   ', 'meera', 'meera@', 'दो शब्द@example.org'])(
    '%j: asks for a valid address, and sends nothing',
    async (typed) => {
      const seen = answer('post', PATH, { message: 'ok' });
      const { person, field } = open();
      if (typed !== '') await person.type(field, typed);

      await person.click(screen.getByRole('button', { name: 'Subscribe' }));

      expect(screen.getByText('Please enter a valid email address')).toBeInTheDocument();
      expect(field).toHaveFocus();
      expect(field).toBeInvalid();
      expect(seen).toEqual([]);
      await person.type(field, 'x');
      expect(field).toHaveAttribute('aria-invalid', 'false');
    },
  );

  it('without a line: the thanks stand, and nothing else is said', async () => {
    cutLine('post', PATH);
    const { person, field } = open();

    await person.type(field, 'a@example.org{Enter}');
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(screen.getByText('Thank You for your Subscription 🎊')).toBeInTheDocument();
    expect(screen.getAllByRole('status')).toHaveLength(1);
  });
});
