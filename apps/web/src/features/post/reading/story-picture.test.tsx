import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { buildPost, buildUser } from '../../../testing/factories.ts';
import { goOffline } from '../../../testing/go-offline.ts';
import { mockResponse } from '../../../testing/server.ts';
import { buildPicture, figureHtml } from '../../../testing/story-pictures.ts';
import { parseStory } from '../story-html.ts';
import { StoryArticle } from './story-article.tsx';
import { StoryView } from './story-view.tsx';

const GHAT = buildPicture({ key: 'ghat', alt: 'अस्सी घाट', caption: 'भोर में', width: 900, height: 1400 });
const BOAT = buildPicture({ key: 'boat', alt: 'নৌকা' });
const TRAIN = buildPicture({ key: 'train', caption: 'The night train' });

function buildStory(html: string, pictures = [GHAT, BOAT, TRAIN], overrides = {}) {
  return buildPost({ blogHtml: html, pictures, ...overrides });
}

function renderArticle(post: ReturnType<typeof buildPost>) {
  return render(<StoryArticle post={post} {...parseStory(post.blogHtml, post.pictures)} />, {
    wrapper: MemoryRouter,
  });
}

describe('StoryPicture', () => {
  it('while loading: has its widths, size, caption and placeholder, and is loaded lazily', () => {
    const post = buildStory(`<p>नाव</p>${figureHtml(GHAT)}`, [GHAT], { blogImage: '/media/cover' });
    const { container } = renderArticle(post);

    const image = screen.getByRole('img', { name: 'अस्सी घाट' });
    expect(image).toHaveAttribute(
      'srcset',
      '/media/ghat?w=320 320w, /media/ghat?w=960 960w, /media/ghat?w=1600 1600w',
    );
    expect(image).toHaveAttribute('sizes', '(width >= 48rem) 39.5rem, 100vw');
    expect(image).toHaveAttribute('height', '1400');
    expect(image).toHaveAttribute('loading', 'lazy');
    expect(image.style.backgroundColor).toMatch(/^rgb/);
    expect(image.closest('.picture-frame')).toHaveStyle({ aspectRatio: '900 / 1400' });
    expect(container.querySelector('figcaption')).toHaveTextContent('भोर में');
    expect(container.querySelector('figcaption')).toHaveAttribute('lang', 'hi');
    // The preview of a story has no viewer.
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('at the top of a story without a cover: has a high priority; below more text: is loaded lazily', () => {
    const { unmount } = renderArticle(buildStory(`<p>नाव</p>${figureHtml(BOAT)}${figureHtml(GHAT)}`));
    expect(screen.getByRole('img', { name: 'নৌকা' })).toHaveAttribute('fetchpriority', 'high');
    expect(screen.getByRole('img', { name: 'अस्सी घाट' })).toHaveAttribute('loading', 'lazy');
    unmount();

    renderArticle(buildStory(`<p>${'नाव '.repeat(200)}</p>${figureHtml(BOAT)}`));
    expect(screen.getByRole('img', { name: 'নৌকা' })).toHaveAttribute('loading', 'lazy');
  });

  it('as the picture of the card: is not shown a second time above the story', () => {
    const { container } = renderArticle(buildStory(figureHtml(BOAT), [BOAT], { blogImage: BOAT.url }));

    expect(container.querySelectorAll('img[src*="boat"]')).toHaveLength(1);
    expect(container.querySelector('.story-cover')).toBeNull();
  });

  it('that cannot be loaded: shows a note in its place', () => {
    const { container } = renderArticle(buildStory(figureHtml(GHAT)));

    fireEvent.error(screen.getByRole('img', { name: 'अस्सी घाट' }));

    expect(screen.getByText("This picture couldn't be loaded. अस्सी घाट")).toBeVisible();
    expect(container.querySelector('.picture-frame')).toHaveStyle({ aspectRatio: '900 / 1400' });
  });

  it('that failed while offline: is loaded again after the reconnect', () => {
    const reconnect = goOffline();
    renderArticle(buildStory(figureHtml(GHAT)));
    fireEvent.error(screen.getByRole('img', { name: 'अस्सी घाट' }));

    reconnect();

    expect(screen.getByRole('img', { name: 'अस्सी घाट' })).toBeInTheDocument();
  });
});

describe('the viewer of a story', () => {
  async function openViewer() {
    const post = buildStory(`${figureHtml(GHAT)}<p>x</p>${figureHtml(BOAT)}${figureHtml(TRAIN)}`, undefined, {
      blogImage: '/media/cover',
      blogImageAlt: 'Cover',
    });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    mockResponse('get', '/api/post/by-author/:userId', {
      posts: [],
      nextCursor: null,
      author: buildUser(),
    });
    render(<StoryView post={post} ownId="" />, { wrapper: MemoryRouter });
    const user = userEvent.setup();
    const opener = screen.getByRole('button', { name: 'Enlarge the picture: নৌকা' });
    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Pictures' });
    const shown = () => dialog.querySelector('img')?.getAttribute('src');
    return { user, opener, dialog, shown };
  }

  it('with the arrow keys, Home and End: shows every picture, and keeps the focus', async () => {
    const { user, dialog, shown } = await openViewer();
    expect(shown()).toBe('/media/boat?w=1600');
    expect(dialog).toHaveTextContent('3 of 4: নৌকা');

    await user.keyboard('{ArrowRight}');
    expect(dialog).toHaveTextContent('4 of 4: The night train');
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe('/media/train?w=1600');
    await user.keyboard('{Home}');
    expect(dialog).toHaveTextContent('1 of 4: Cover');
    await user.keyboard('{ArrowLeft}{End}{ArrowLeft}{ArrowLeft}');

    expect(dialog).toHaveTextContent('2 of 4: अस्सी घाट');
    expect(dialog).toHaveTextContent('भोर में');
    expect(within(dialog).getByRole('button', { name: 'Close picture' })).toHaveFocus();
  });

  it('with its buttons: keeps the focus at both ends', async () => {
    const { user, dialog } = await openViewer();
    const next = within(dialog).getByRole('button', { name: 'Next picture' });

    await user.dblClick(next);

    expect(dialog).toHaveTextContent('4 of 4');
    expect(next).toHaveFocus();
    expect(next).toHaveAttribute('aria-disabled', 'true');
  });

  it('at actual size: leaves the arrow keys to the browser; the next picture is fitted again', async () => {
    const { user, dialog } = await openViewer();
    await user.click(within(dialog).getByRole('button', { name: 'Actual size' }));

    await user.keyboard('{ArrowRight}');
    expect(dialog).toHaveTextContent('3 of 4');
    await user.click(within(dialog).getByRole('button', { name: 'Next picture' }));

    expect(within(dialog).getByRole('button', { name: 'Actual size' })).toBeVisible();
  });

  it.each([
    ['to the left', [200, 100], [100, 110], '4 of 4'],
    ['to the right', [100, 100], [200, 90], '2 of 4'],
    ['too short', [100, 100], [120, 100], '3 of 4'],
    ['downwards', [100, 100], [160, 300], '3 of 4'],
  ])('swiped %s: shows the expected picture', async (_name, [x, y], [toX, toY], position) => {
    const { dialog } = await openViewer();
    const image = within(dialog).getByRole('img');

    fireEvent.touchStart(image, { touches: [{ clientX: x, clientY: y }] });
    fireEvent.touchEnd(image, { changedTouches: [{ clientX: toX, clientY: toY }] });

    expect(dialog).toHaveTextContent(position);
  });

  it('closed with Escape: focuses the button that opened it', async () => {
    const { user, opener } = await openViewer();

    await user.keyboard('{ArrowRight}{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener).toHaveFocus();
  });
});
