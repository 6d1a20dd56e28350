import { Camera } from 'lucide-react';
import { formatPostDate } from '../../../../lib/format-date.ts';
import { placeLabel } from '../../../../lib/place-names.ts';
import { WRITING_STRINGS } from '../strings.ts';
import type { PhotoPlace } from './use-photo-details.ts';

const { photo: STRINGS } = WRITING_STRINGS;

interface PhotoOfferProps {
  photoPlaces: readonly PhotoPlace[];
  /** The day of the photos; null if there is none to offer. */
  photoDay: string | null;
  /** The location that a place would replace; empty for none. */
  location: string;
  onUsePlace: (photoPlace: PhotoPlace) => void;
  onUseDay: (day: string) => void;
  onDismiss: () => void;
}

/** Offers the place and day of the story's photos as its location and date. Nothing is set until the user chooses. */
export function PhotoOffer({
  photoPlaces,
  photoDay,
  location,
  onUsePlace,
  onUseDay,
  onDismiss,
}: PhotoOfferProps) {
  const sentences = photoPlaces.map(describe);
  if (sentences.length === 0 && photoDay !== null)
    sentences.push(STRINGS.takenOn({ day: formatPostDate(photoDay) }));
  const hasOffer = sentences.length > 0;
  return (
    <div>
      {/* Rendered from the beginning, since screen readers announce only changes. */}
      <p role="status" className="sr-only">
        {hasOffer && STRINGS.announcement({ offers: sentences.join(' ') })}
      </p>
      {hasOffer && (
        <section
          aria-label={STRINGS.label}
          className="grid gap-3 rounded-control border border-line bg-paper-raised p-4 text-sm"
        >
          <ul className="grid gap-2">
            {sentences.map((sentence) => (
              <li key={sentence} className="flex gap-2">
                <Camera aria-hidden className="mt-0.5 size-4 flex-none text-marigold-text" />
                <span className="wrap-anywhere min-w-0">{sentence}</span>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-2">
            {photoPlaces.map((photoPlace) => (
              <button
                key={photoPlace.place._id}
                type="button"
                className="button button-quiet"
                onClick={() => onUsePlace(photoPlace)}
              >
                {STRINGS.usePlace({ place: placeLabel(photoPlace.place) })}
              </button>
            ))}
            {photoDay !== null && (
              <button type="button" className="button button-quiet" onClick={() => onUseDay(photoDay)}>
                {STRINGS.useDay({ day: formatPostDate(photoDay) })}
              </button>
            )}
            <button type="button" className="button button-quiet" onClick={onDismiss}>
              {STRINGS.dismiss}
            </button>
          </div>
          <p className="text-ink-soft">
            {photoPlaces.length > 0 && location !== '' && `${STRINGS.replaces({ location })} `}
            {STRINGS.privacy}
          </p>
        </section>
      )}
    </div>
  );
}

function describe({ place, count, takenOn }: PhotoPlace): string {
  const near = { place: placeLabel(place), count };
  return takenOn === null
    ? STRINGS.takenNear(near)
    : STRINGS.takenNearOn({ ...near, day: formatPostDate(takenOn) });
}
