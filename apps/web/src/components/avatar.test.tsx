import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { Avatar } from './avatar.tsx';

it('an avatar whose picture does not come: shows the initials; another picture is tried again', () => {
  const user = buildUser({ fullName: 'मीरा Nair', profilePic: '/media/gone' });
  const { container, rerender } = render(<Avatar user={user} />);
  const picture = () => container.querySelector('img');

  fireEvent.error(picture() as HTMLImageElement);

  expect(screen.getByText('मीN')).toBeVisible();
  expect(picture()).toBeNull();
  rerender(<Avatar user={{ ...user, profilePic: '/media/new' }} />);
  expect(picture()).toHaveAttribute('src', expect.stringContaining('/media/new'));
});
