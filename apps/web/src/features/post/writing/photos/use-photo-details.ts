import type { StoryPlace } from '@safarnama/contracts';
import { useCallback, useRef, useState } from 'react';
import { readPhoto } from './read-photo.ts';

/** A place near which photos of the story were taken. */
export interface PhotoPlace {
  place: StoryPlace;
  /** Number of these photos. */
  count: number;
  /** The day on which all of them were taken; null if the days differ or are unknown. */
  takenOn: string | null;
}

/** The places and days of the story's photos. */
interface PhotoDetails {
  places: readonly PhotoPlace[];
  /** The day of each photo that has one, in the order in which they were added. */
  days: readonly string[];
}

const NONE: PhotoDetails = { places: [], days: [] };
/** Maximum number of offered places. */
const MAX_OFFERED = 3;

/**
 * The places and the day of the photos added to a story, according to their metadata. Positions are neither stored nor
 * sent: this device finds the nearest places. There are none if the code for that cannot be loaded, for example without
 * a connection.
 */
export function usePhotoDetails() {
  const [found, setFound] = useState(NONE);
  /** Photos are read one after the other: many large ones at once would need too much memory. */
  const reading = useRef<Promise<void>>(Promise.resolve());

  const addPhotos = useCallback((files: readonly File[]) => {
    for (const file of files) {
      reading.current = reading.current.then(async () => {
        const { places, days } = await findDetails(file).catch(() => NONE);
        if (places.length === 0 && days.length === 0) return;
        setFound((current) => ({
          places: places.reduce(addPlace, current.places),
          days: [...current.days, ...days],
        }));
      });
    }
  }, []);

  return {
    /** The places with the most photos first. */
    photoPlaces: [...found.places].sort((a, b) => b.count - a.count).slice(0, MAX_OFFERED),
    /** The day of the most photos; null without any. */
    photoDay: mostFrequent(found.days),
    addPhotos,
    forgetPlaces: useCallback(() => setFound(({ days }) => ({ ...NONE, days })), []),
    forgetDays: useCallback(() => setFound(({ places }) => ({ ...NONE, places })), []),
  };
}

async function findDetails(file: File): Promise<PhotoDetails> {
  const { position, takenOn } = await readPhoto(file);
  const days = takenOn === null ? [] : [takenOn];
  if (position === null) return { places: [], days };
  const { findNearestPlaces } = await import('./nearest-place.ts');
  return { places: findNearestPlaces(position).map((place) => ({ place, count: 1, takenOn })), days };
}

function addPlace(found: readonly PhotoPlace[], photo: PhotoPlace): readonly PhotoPlace[] {
  const existing = found.find(({ place }) => place._id === photo.place._id);
  if (!existing) return [...found, photo];
  const takenOn = existing.takenOn === photo.takenOn ? photo.takenOn : null;
  return found.map((each) => (each === existing ? { ...each, count: each.count + 1, takenOn } : each));
}

function mostFrequent(days: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
