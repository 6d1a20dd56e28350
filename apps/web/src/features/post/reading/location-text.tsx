import type { PublicCard } from '@safarnama/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { guessLanguage } from '../../../lib/text.ts';

interface LocationTextProps {
  post: Pick<PublicCard, 'blogLocation' | 'place'>;
  /** Guests get the text without a link. */
  isGuest?: boolean;
  className?: string;
}

/** The location of a story as it was typed, linked to the page of its place if the place is known. */
export function LocationText({ post, isGuest = false, className = '' }: LocationTextProps) {
  const { blogLocation, place } = post;
  const language = guessLanguage(blogLocation);
  if (place === null || isGuest) {
    return (
      <span className={className} dir="auto" lang={language}>
        {blogLocation}
      </span>
    );
  }
  return (
    <Link
      to={paths.place(place.slug)}
      className={`underline-offset-4 hover:underline ${className}`}
      dir="auto"
      lang={language}
    >
      {blogLocation}
    </Link>
  );
}
