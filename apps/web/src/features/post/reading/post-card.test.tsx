import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import { buildAuthor, buildCard } from '../../../testing/factories.ts';
import { PostCard } from './post-card.tsx';

describe('PostCard', () => {
  it('with a story: shows its fields and links to its page and its author', () => {
    const card = buildCard({
      slug: 'जयपुर-की-सुबह',
      excerpt: 'x'.repeat(150),
      authorId: buildAuthor({ fullName: 'অরুণ সেন' }),
      likeCount: 11,
      readMinutes: 4,
    });

    render(<PostCard card={card} />, { wrapper: MemoryRouter });

    expect(screen.getByRole('link', { name: 'जयपुर की सुबह' })).toHaveAttribute(
      'href',
      `/post/${encodeURIComponent('जयपुर-की-सुबह')}`,
    );
    expect(screen.getByText(`${'x'.repeat(150)}...`)).toBeVisible();
    expect(screen.getByRole('link', { name: 'অরুণ সেন' })).toHaveAttribute(
      'href',
      `/author/${card.authorId._id}`,
    );
    for (const text of ['অরুণ সেন', 'Jan 5, 2026', '4 min read', 'जयपुर'])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(/^11/)).toBeVisible();
  });

  it('with a name in Urdu: sets its direction, so that a long name is cut at its end', () => {
    render(<PostCard card={buildCard({ authorId: buildAuthor({ fullName: 'محمد ذوالفقار' }) })} />, {
      wrapper: MemoryRouter,
    });

    expect(screen.getByRole('link', { name: 'محمد ذوالفقار' })).toHaveAttribute('dir', 'auto');
  });

  it('with a known place: links the location, as it was typed, to its page', () => {
    const place = { _id: 'gn-1253405', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' };
    const { rerender } = render(<PostCard card={buildCard({ blogLocation: 'अस्सी घाट', place })} />, {
      wrapper: MemoryRouter,
    });
    const link = screen.getByRole('link', { name: 'अस्सी घाट' });
    expect(link).toHaveAttribute('href', '/place/varanasi');
    expect(link).toHaveAttribute('lang', 'hi');

    rerender(<PostCard card={buildCard({ blogLocation: 'Behind the blue door', place: null })} />);

    expect(screen.getByText('Behind the blue door')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Behind the blue door' })).not.toBeInTheDocument();
  });

  it.each(['en', 'hi'] as const)(
    'in the language %s: gives Indic titles more line height',
    async (language) => {
      await setLanguage(language);
      render(
        <>
          <PostCard card={buildCard({ blogTitle: 'पहली नाव' })} />
          <PostCard card={buildCard({ blogTitle: 'First boat' })} />
        </>,
        { wrapper: MemoryRouter },
      );

      expect(screen.getByRole('heading', { name: 'पहली नाव' })).toHaveClass('!leading-[1.4]');
      expect(screen.getByRole('heading', { name: 'First boat' })).not.toHaveClass('!leading-[1.4]');
    },
  );

  it('with a picture: offers its widths and size', () => {
    const meta = { width: 1800, height: 1200, thumbhash: '' };
    const { container } = render(
      <PostCard card={buildCard({ blogImage: '/media/k', blogImageMeta: meta })} />,
      { wrapper: MemoryRouter },
    );
    const image = container.querySelector('img');
    expect(image).toHaveAttribute('srcset', expect.stringContaining('/media/k?w=320 320w'));
    expect(image).toHaveAttribute('width', '1800');
  });

  it.each([
    ['coast', 'coast'],
    ['mountains', 'hills'],
    ['hills', 'green-hills'],
    ['desert', 'dunes'],
    ['river', 'ghats'],
    ['forest', 'forest'],
    ['city', 'monsoon'],
    [null, 'road'],
  ] as const)('without a picture, landscape %s: shows the scene %s', (landscape, scene) => {
    const { container } = render(<PostCard card={buildCard({ blogImage: '', landscape })} />, {
      wrapper: MemoryRouter,
    });

    const url = container.querySelector('img')?.getAttribute('src');
    expect(url).toMatch(new RegExp(`scenes/${scene}\\.svg`));
  });
});
