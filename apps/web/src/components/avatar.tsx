import { pickByHash } from '../lib/pick.ts';
import { pictureUrl } from '../lib/pictures.ts';
import { firstGraphemes } from '../lib/text.ts';
import { useFailedPicture } from './use-failed-picture.ts';

const SIZE_CLASSES = {
  small: 'size-8 text-xs',
  medium: 'size-11 text-base',
  large: 'size-28 text-3xl',
} as const;
const COLOR_CLASSES = [
  'bg-indigo-fill text-on-indigo',
  'bg-marigold text-on-marigold',
  'bg-indigo-wash text-indigo',
  'bg-paper-sunk text-marigold-text',
] as const;

interface AvatarProps {
  user: { _id: string; fullName: string; profilePic: string };
  size?: keyof typeof SIZE_CLASSES;
}

/**
 * The profile picture of a user, or the initials when there is no picture or it cannot be loaded. Decorative: the name
 * is always next to it.
 */
export function Avatar({ user, size = 'small' }: AvatarProps) {
  const [isMissing, handleFailed] = useFailedPicture(user.profilePic);
  if (!isMissing) {
    return (
      <img
        src={pictureUrl(user.profilePic, 320)}
        alt=""
        width={112}
        height={112}
        loading="lazy"
        onError={handleFailed}
        className={`${SIZE_CLASSES[size]} shrink-0 rounded-full bg-paper-sunk object-cover`}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={`${SIZE_CLASSES[size]} ${pickByHash(user._id, COLOR_CLASSES)} grid shrink-0 place-items-center rounded-full font-display font-semibold forced-colors:border`}
    >
      {initials(user.fullName)}
    </span>
  );
}

/** Returns the first graphemes of the first and last words of a name. */
function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const firstAndLast = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return firstAndLast.map((word) => firstGraphemes(word ?? '', 1).toUpperCase()).join('');
}
