import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AppToaster } from '../../components/toaster.tsx';
import { mockNetworkError, mockResponse } from '../../testing/server.ts';
import { NewsletterBox } from './newsletter-box.tsx';

const PATH = '/api/newsletter/subscribe';

function renderBox() {
  render(
    <>
      <NewsletterBox />
      <section aria-label="Toasts">
        <AppToaster isSessionAlive />
      </section>
    </>,
  );
  return { user: userEvent.setup(), field: screen.getByLabelText('Newsletter') };
}

describe('NewsletterBox', () => {
  it('with a valid address: sends it, and shows the toast before the response arrives', async () => {
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const requests = mockResponse('post', PATH, () => pendingResponse.then(() => ({ message: 'ok' })));
    const { user, field } = renderBox();

    await user.type(field, ' a@example.org {Enter}');

    expect(await screen.findByText('Thank You for your Subscription 🎊')).toBeInTheDocument();
    expect(field).toHaveValue('');
    sendResponse();
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ email: 'a@example.org' }]));
  });

  it.each(['', '   ', 'meera', 'meera@', 'दो शब्द@example.org', 'asha@gmail.com.'])(
    'with %j: requires a valid address and sends nothing',
    async (input) => {
      const requests = mockResponse('post', PATH, { message: 'ok' });
      const { user, field } = renderBox();
      if (input !== '') await user.type(field, input);

      await user.click(screen.getByRole('button', { name: 'Subscribe' }));

      expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
      expect(field).toHaveFocus();
      expect(field).toBeInvalid();
      expect(requests).toEqual([]);
      await user.type(field, 'x');
      expect(field).toHaveAttribute('aria-invalid', 'false');
    },
  );

  it('with a network error: shows only the thank-you toast', async () => {
    mockNetworkError('post', PATH);
    const { user, field } = renderBox();

    await user.type(field, 'a@example.org{Enter}');
    expect(await screen.findByText('Thank You for your Subscription 🎊')).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getByRole('region', { name: 'Toasts' })).toHaveTextContent(
      /^Thank You for your Subscription 🎊$/,
    );
  });
});
