import { useState } from 'react';
import { pickFor } from '../lib/pick.ts';
import { pictureUrl } from '../lib/pictures.ts';
import { firstGraphemes } from '../lib/text.ts';

const SIZES = { small: 'size-8 text-xs', medium: 'size-11 text-base', large: 'size-28 text-3xl' } as const;
const INKS = [
  'bg-indigo-fill text-on-indigo',
  'bg-marigold text-on-marigold',
  'bg-indigo-wash text-indigo',
  'bg-paper-sunk text-marigold-text',
] as const;

interface AvatarProps {
  person: { _id: string; fullName: string; profilePic: string };
  size?: keyof typeof SIZES;
}

/**
 * A person's picture, or their initials, also where the picture does not come. Decoration only: the name stands
 * beside it.
 */
export function Avatar({ person, size = 'small' }: AvatarProps) {
  const [missing, setMissing] = useState('');
  if (person.profilePic !== '' && person.profilePic !== missing) {
    return (
      <img
        src={pictureUrl(person.profilePic, 320)}
        alt=""
        width={112}
        height={112}
        loading="lazy"
        onError={() => setMissing(person.profilePic)}
        className={`${SIZES[size]} shrink-0 rounded-full bg-paper-sunk object-cover`}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={`${SIZES[size]} ${pickFor(person._id, INKS)} grid shrink-0 place-items-center rounded-full font-display font-semibold forced-colors:border`}
    >
      {initials(person.fullName)}
    </span>
  );
}

/** First letters, with their marks, of the first and the last word of a name. */
function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => firstGraphemes(word ?? '', 1).toUpperCase()).join('');
}
