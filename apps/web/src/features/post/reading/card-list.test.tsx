import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, Profiler, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import { ApiError } from '../../../lib/api-client.ts';
import { openView, updateView } from '../../../lib/entry-views.ts';
import { buildAuthor, buildCard } from '../../../testing/factories.ts';
import { goOffline } from '../../../testing/go-offline.ts';
import { CardList } from './card-list.tsx';

type Props = ComponentProps<typeof CardList>;

function renderList(overrides: Partial<Props>, wrapper = Page) {
  const props: Props = {
    cards: [],
    cursor: null,
    isLoading: false,
    error: null,
    hasFirstPageFailed: false,
    onLoadFirst: vi.fn(),
    onLoadMore: vi.fn(),
    newStories: null,
    emptyState: <p>No Post Yet</p>,
    ...overrides,
  };
  return { props, ...render(<CardList {...props} />, { wrapper }) };
}

function Page({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </MemoryRouter>
  );
}

describe('CardList', () => {
  it('before the first page: shows skeletons and announces that stories are loading', () => {
    const { container } = renderList({ cursor: undefined, isLoading: true, cards: [buildCard()] });

    expect(screen.getByRole('status')).toHaveTextContent('Loading stories…');
    expect(container.querySelectorAll('.skeleton').length).toBeGreaterThan(6);
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('with no cards: shows the empty state', () => {
    renderList({});

    expect(screen.getByText('No Post Yet')).toBeVisible();
  });

  it('with all loaded cards deleted before the last page: offers the next page', async () => {
    const { props } = renderList({ cursor: 'c1' });

    expect(screen.queryByText('No Post Yet')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show more stories' }));

    expect(props.onLoadMore).toHaveBeenCalledOnce();
  });

  it('after the last page: shows the end of the list and no button', () => {
    renderList({ cards: [buildCard({ blogTitle: 'শেষ পাতা' })] });

    expect(screen.getByRole('heading', { name: 'শেষ পাতা' })).toBeVisible();
    expect(screen.getByText(/reached the end of the road/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('after a failure of the first or a later page: retries that page', async () => {
    const error = new ApiError(0, '', '');
    const first = renderList({ cursor: undefined, error, hasFirstPageFailed: true });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to get Posts');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(first.props.onLoadFirst).toHaveBeenCalledOnce();
    first.unmount();

    const later = renderList({
      cards: [buildCard()],
      cursor: 'c1',
      error: new ApiError(503, '', 'The database is unavailable'),
    });
    expect(screen.getByRole('article')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(later.props.onLoadMore).toHaveBeenCalledOnce();
    expect(later.props.onLoadFirst).not.toHaveBeenCalled();
  });

  it('after a failure, retried with the keyboard: moves the focus to the end of the list, before the new cards', async () => {
    const failed = {
      cards: [buildCard()],
      cursor: 'c1',
      error: new ApiError(503, '', 'The database is unavailable'),
    };
    const { props, rerender } = renderList(failed);
    screen.getByRole('button', { name: 'Try again' }).focus();

    rerender(<CardList {...props} error={null} isLoading />);
    expect(screen.getByRole('article')).toContainElement(document.activeElement as HTMLElement);
    rerender(<CardList {...props} error={null} cards={[...failed.cards, buildCard()]} />);
    await userEvent.tab();

    expect(screen.getAllByRole('article')[1]).toContainElement(document.activeElement as HTMLElement);
  });

  it('after a failure without cards, retried with the keyboard: moves the focus to the content', () => {
    const error = new ApiError(0, '', '');
    const { props, rerender } = renderList({ cursor: undefined, error, hasFirstPageFailed: true });
    screen.getByRole('button', { name: 'Try again' }).focus();

    rerender(<CardList {...props} error={null} isLoading />);

    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('after a failure offline: retries on reconnect', () => {
    const reconnect = goOffline();
    const error = new ApiError(0, '', '');
    const { props } = renderList({ cursor: undefined, error, hasFirstPageFailed: true });

    reconnect();

    expect(props.onLoadFirst).toHaveBeenCalledOnce();
  });

  it('with a long name, title and excerpt and no location: shows them in full, without a location', () => {
    const card = buildCard({
      blogTitle: 'க'.repeat(200),
      excerpt: 'a'.repeat(150),
      blogLocation: '',
      commentCount: 3,
      authorId: buildAuthor({ fullName: 'கார்த்திகேயன் சுப்பிரமணியன்' }),
    });
    renderList({ cards: [card], hasLead: true, headingLevel: 3 });

    const title = screen.getByRole('heading', { level: 3, name: card.blogTitle });
    expect(title).toHaveAttribute('lang', 'ta');
    expect(screen.getByText(`${card.excerpt}...`)).toBeVisible();
    expect(screen.getByText('கார்த்திகேயன் சுப்பிரமணியன்')).toBeVisible();
    expect(screen.queryByText('Location:')).not.toBeInTheDocument();
    expect(screen.getByRole('article')).toHaveTextContent('3 comments,6 likes');
  });

  it('when the next page arrives: renders only its cards', () => {
    const cards = [buildCard(), buildCard()];
    const rendered: string[] = [];
    const watched = cards.map((card) =>
      Object.defineProperty({ ...card }, 'excerpt', {
        get: () => {
          rendered.push(card._id);
          return card.excerpt;
        },
      }),
    );
    const { props, rerender } = renderList({ cards: watched, cursor: 'c1' });
    rendered.length = 0;

    rerender(<CardList {...props} cards={[...watched, buildCard()]} />);

    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(rendered).toEqual([]);
  });

  it('in another language: renders every card again', async () => {
    renderList({ cards: [buildCard({ likeCount: 6 })] });

    await act(() => setLanguage('hi'));

    expect(screen.getByRole('article')).toHaveTextContent('6 पसंद');
  });

  it('with one comment and one like: counts them in the singular', () => {
    renderList({ cards: [buildCard({ commentCount: 1, likeCount: 1 })] });

    expect(screen.getByRole('article')).toHaveTextContent('1 comment,1 like');
  });
});

/** Renders 12 cards in one column. Returns the number of cards in the document after each render. */
function renderOnPhone(overrides: Partial<Props> = {}, entryKey = 'new-entry'): number[] {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: true }));
  const counts: number[] = [];
  renderList({ cards: Array.from({ length: 12 }, () => buildCard()), ...overrides }, ({ children }) => (
    <MemoryRouter initialEntries={[{ pathname: '/', key: entryKey }]}>
      <Profiler id="list" onRender={() => counts.push(screen.queryAllByRole('article').length)}>
        {children}
      </Profiler>
    </MemoryRouter>
  ));
  return counts;
}

describe('CardList on a phone', () => {
  it('with many cards: renders a few at a time', () => {
    expect(renderOnPhone()).toEqual([4, 8, 12]);
  });

  it('in a history entry that has shown them before: renders all at once', () => {
    openView('earlier-entry', '/', 'PUSH');
    updateView('earlier-entry', { itemCount: 12 });

    expect(renderOnPhone({}, 'earlier-entry')).toEqual([12]);
  });

  it('with its end on the screen: loads the next page only after all cards are rendered', () => {
    const renderedAtLoad: number[] = [];
    const onLoadMore = vi.fn(() => renderedAtLoad.push(screen.getAllByRole('article').length));
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #callback: IntersectionObserverCallback;
        constructor(callback: IntersectionObserverCallback) {
          this.#callback = callback;
        }
        observe() {
          const entry = { isIntersecting: true } as IntersectionObserverEntry;
          this.#callback([entry], this as unknown as IntersectionObserver);
        }
        disconnect() {}
      },
    );

    renderOnPhone({ cursor: 'c1', onLoadMore });

    expect(renderedAtLoad).toEqual([12]);
  });
});
