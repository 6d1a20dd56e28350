import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { App } from '../app/app.tsx';
import { buildId } from './factories.ts';

/** Renders the whole app at a path. @returns a simulated user with keyboard and mouse. */
export function renderApp(path: string, state: unknown = null): UserEvent {
  window.history.replaceState({ usr: state, key: buildId(), idx: 0 }, '', path);
  render(<App />);
  return userEvent.setup();
}
