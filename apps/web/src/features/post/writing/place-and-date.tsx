import { useRef } from 'react';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import { fieldsAt } from './complete-location.ts';
import { LocationField } from './location-field.tsx';
import { PhotoOffer } from './photos/photo-offer.tsx';
import type { PhotoPlace, usePhotoDetails } from './photos/use-photo-details.ts';
import type { FieldErrors } from './validate-post.ts';
import { VisitField } from './visit-field.tsx';

interface PlaceAndDateProps {
  values: PostFields;
  errors: FieldErrors;
  /** Whether the story was never published. */
  isNew: boolean;
  photos: ReturnType<typeof usePhotoDetails>;
  setField: <Name extends keyof PostFields>(name: Name, value: PostFields[Name]) => void;
}

/** The place and day of the visit, with suggestions from the photos of the story. */
export function PlaceAndDate({ values, errors, isNew, photos, setField }: PlaceAndDateProps) {
  const location = useRef<HTMLDivElement>(null);
  const visit = useRef<HTMLInputElement>(null);
  const { visitedOn = '' } = values;
  const { photoPlaces, photoDay, forgetPlaces, forgetDays } = photos;

  // The button that was pressed disappears.
  const focusLocation = () => location.current?.querySelector('input')?.focus();
  const handleUsePlace = ({ place }: PhotoPlace) => {
    const chosen = fieldsAt(place);
    setField('location', chosen.location);
    setField('place', chosen.place);
    forgetPlaces();
    focusLocation();
  };
  const handleUseDay = (day: string) => {
    setField('visitedOn', day);
    forgetDays();
    visit.current?.focus();
  };
  const handleDismiss = () => {
    forgetPlaces();
    forgetDays();
    focusLocation();
  };

  return (
    <>
      <div ref={location} className="grid gap-3">
        <LocationField
          location={values.location}
          place={values.place}
          canDerivePlace={isNew}
          error={errors.location}
          onLocation={(text) => setField('location', text)}
          onPlace={(place) => setField('place', place)}
        />
        <PhotoOffer
          photoPlaces={photoPlaces.filter(({ place }) => place._id !== values.place?._id)}
          photoDay={photoDay === visitedOn ? null : photoDay}
          location={values.location.trim()}
          onUsePlace={handleUsePlace}
          onUseDay={handleUseDay}
          onDismiss={handleDismiss}
        />
      </div>
      <VisitField
        ref={visit}
        day={visitedOn}
        error={errors.visitedOn}
        onDay={(day) => setField('visitedOn', day)}
      />
    </>
  );
}
