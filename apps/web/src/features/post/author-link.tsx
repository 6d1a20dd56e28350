import type { Author } from '@safarnama/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { guessLanguage } from '../../lib/text.ts';

/** The name of an author, linked to their page. */
export function AuthorLink({ author, className = '' }: { author: Author; className?: string }) {
  return (
    <Link
      to={paths.author(author._id)}
      className={`wrap-anywhere inline-block min-h-6 font-semibold underline-offset-4 hover:underline ${className}`}
      lang={guessLanguage(author.fullName)}
    >
      {author.fullName}
    </Link>
  );
}
