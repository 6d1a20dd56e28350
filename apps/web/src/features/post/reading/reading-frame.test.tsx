import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPost } from '../../../testing/factories.ts';
import { ReadingFrame } from './reading-frame.tsx';

/** Height of the window and of the story in these tests. */
const WINDOW_PX = 800;
const STORY_PX = 4_000;

function renderFrame() {
  const { container } = render(
    <ReadingFrame post={buildPost()} isOwner={false}>
      <p>नाव</p>
    </ReadingFrame>,
  );
  const bar = container.querySelector<HTMLElement>('.reading-bar');
  const line = container.querySelector<HTMLElement>('.reading-progress');
  if (!bar || !line) throw new Error('The frame has no bar or line');
  return { bar, line };
}

async function scrollTo(y: number): Promise<void> {
  await act(async () => {
    window.scrollY = y;
    window.dispatchEvent(new Event('scroll'));
    await new Promise(requestAnimationFrame);
  });
}

beforeEach(() => {
  window.scrollY = 0;
  window.innerHeight = WINDOW_PX;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 375, STORY_PX),
  );
});

describe('ReadingFrame', () => {
  it('the bar: is hidden at the beginning and on the way down, floats on the way up, and rests at the end', async () => {
    const { bar } = renderFrame();
    await scrollTo(0);
    expect(bar).toHaveAttribute('data-state', 'hidden');

    await scrollTo(1_500);
    expect(bar).toHaveAttribute('data-state', 'hidden');
    await scrollTo(1_300);
    expect(bar).toHaveAttribute('data-state', 'floating');
    await scrollTo(1_600);
    expect(bar).toHaveAttribute('data-state', 'hidden');
    await scrollTo(STORY_PX - WINDOW_PX);
    expect(bar).toHaveAttribute('data-state', 'resting');
    await scrollTo(200);
    expect(bar).toHaveAttribute('data-state', 'hidden');
  });

  it('the line: shows the reading progress and is hidden from screen readers', async () => {
    const { line } = renderFrame();

    for (const [y, scale] of [
      [0, '0 1'],
      [1_600, '0.5 1'],
      [STORY_PX, '1 1'],
    ] as const) {
      await scrollTo(y);
      expect(line.style.getPropertyValue('scale')).toBe(scale);
    }
    expect(line).toHaveAttribute('aria-hidden', 'true');
  });
});

describe('TextSettings', () => {
  it('opened with the keyboard: saves a size; Escape closes it and returns the focus', async () => {
    const user = userEvent.setup();
    renderFrame();
    const button = screen.getByRole('button', { name: 'Text size and width', expanded: false });
    button.focus();

    await user.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    const sizes = screen.getByRole('group', { name: 'Text size' });
    expect(within(sizes).getByRole('radio', { name: 'Standard' })).toBeChecked();
    await user.tab();
    await user.keyboard('{ArrowRight}');

    expect(within(sizes).getByRole('radio', { name: 'Large' })).toBeChecked();
    expect(localStorage.getItem('safarnama:text-size')).toBe('large');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'Text size' })).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('a size pressed with the mouse, inside a focusable page: saves it and stays open', async () => {
    const user = userEvent.setup();
    render(
      <main tabIndex={-1}>
        <ReadingFrame post={buildPost()} isOwner={false}>
          <p>नाव</p>
        </ReadingFrame>
      </main>,
    );
    await user.click(screen.getByRole('button', { name: 'Text size and width' }));

    await user.click(screen.getByText('Small'));

    expect(screen.getByRole('radio', { name: 'Small' })).toBeChecked();
    expect(localStorage.getItem('safarnama:text-size')).toBe('small');
  });

  it('a press elsewhere: closes it', async () => {
    const user = userEvent.setup();
    renderFrame();
    await user.click(screen.getByRole('button', { name: 'Text size and width' }));

    await user.click(screen.getByText('नाव'));

    expect(screen.queryByRole('group', { name: 'Text size' })).not.toBeInTheDocument();
  });
});
