import { LIMITS, type PlaceHit } from '@safarnama/contracts';
import { MapPin, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import * as placeApi from '../../../api/place.api.ts';
import { ListboxOption } from '../../../components/listbox-option.tsx';
import { useDebouncedValue } from '../../../components/use-debounced-value.ts';
import { useListbox } from '../../../components/use-listbox.ts';
import { useLoadedWithRetry } from '../../../components/use-loaded-with-retry.ts';
import { useTypedQuery } from '../../../components/use-typed-query.ts';
import { isComposingKey } from '../../../lib/composing-key.ts';
import { describePlace } from '../../../lib/place-kinds.ts';
import { placeLabel } from '../../../lib/place-names.ts';
import { placeName } from '../../../lib/region-names.ts';
import { guessLanguage } from '../../../lib/text.ts';
import type { ChosenPlace } from '../../../stores/story-draft/draft-record.ts';
import { fieldsAt, isStillAt } from './complete-location.ts';
import { CountedField } from './counted-field.tsx';
import { WRITING_STRINGS } from './strings.ts';

const { place: STRINGS } = WRITING_STRINGS;

/** The names of too many places start with any single letter. */
const MIN_QUERY_LENGTH = 2;

interface LocationFieldProps {
  location: string;
  place: ChosenPlace | null | undefined;
  /** Whether the server may derive the place from the text, which it does for new stories. */
  canDerivePlace: boolean;
  error: string | undefined;
  onLocation: (location: string) => void;
  onPlace: (place: ChosenPlace | null | undefined) => void;
}

/**
 * The location of a story: free text, and a combobox that completes it with places of the gazetteer. The chosen place
 * is shown below; it is removed with its button, or by text that no longer names it until the text does so again.
 */
export function LocationField({
  location,
  place,
  canDerivePlace,
  error,
  onLocation,
  onPlace,
}: LocationFieldProps) {
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // The place with the text at the time of choosing it, here or in another part of the form, such as a photo's offer.
  // It is remembered while other text has removed it.
  const [chosen, setChosen] = useState({ place, text: location, isTypedOver: false });
  const isChosenShown = chosen.isTypedOver ? !place : place === chosen.place;
  if (!isChosenShown) setChosen({ place, text: location, isTypedOver: false });
  const query = location.trim();
  const isSearchable = query.length >= MIN_QUERY_LENGTH && query.length <= LIMITS.placeQuery;
  const found = useTypedQuery(isOpen && isSearchable ? query : null, placeApi.search);
  const hits = isOpen ? (found ?? []) : [];
  // On phones, the field may be directly above the buttons that stay at the bottom.
  useEffect(() => {
    if (hits.length > 0) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [hits.length]);

  const choose = (hit: PlaceHit) => {
    const fields = fieldsAt(hit);
    onLocation(fields.location);
    onPlace(fields.place);
    setIsOpen(false);
  };
  const { activeIndex, activeId, handleKeyDown } = useListbox({
    id: listId,
    query,
    optionKeys: hits.map(({ _id }) => _id),
    onSelect(index) {
      const hit = hits[index];
      if (hit) choose(hit);
    },
    onClose: () => setIsOpen(false),
  });

  const handleType = (text: string) => {
    setIsOpen(true);
    onLocation(text);
    const { place: last, text: lastText, isTypedOver } = chosen;
    if (!last || isStillAt(last, lastText, text) === !isTypedOver) return;
    setChosen({ ...chosen, isTypedOver: !isTypedOver });
    // Only the button says that the author wants no place.
    if (isTypedOver) onPlace(last);
    else onPlace(canDerivePlace ? undefined : null);
  };
  const handleKey = (event: KeyboardEvent) => {
    // Enter and the arrows belong to the input method while it composes; with Control, Enter publishes the story.
    if (isComposingKey(event) || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') setIsOpen(true);
    handleKeyDown(event);
  };
  const handleRemove = () => {
    onPlace(null);
    root.current?.querySelector('input')?.focus();
  };

  const announced = useDebouncedValue(
    isOpen && found !== null ? STRINGS.optionCount({ count: hits.length }) : '',
  );
  return (
    <div ref={root}>
      <CountedField
        label={STRINGS.location}
        placeholder={STRINGS.placeholder}
        hint={STRINGS.hint}
        max={LIMITS.postLocation}
        error={error}
        dir="auto"
        role="combobox"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={hits.length > 0}
        aria-activedescendant={activeId ?? undefined}
        autoComplete="off"
        value={location}
        onKeyDown={handleKey}
        onBlur={() => setIsOpen(false)}
        onChange={(event) => handleType(event.target.value)}
        popup={
          hits.length > 0 && (
            <div
              ref={popup}
              id={listId}
              role="listbox"
              aria-label={STRINGS.options}
              className="card absolute inset-x-0 top-[calc(100%+0.375rem)] z-20 max-h-[min(20rem,35dvh)] overflow-y-auto p-1.5 md:max-h-80"
            >
              {hits.map((hit, index) => (
                <ListboxOption
                  key={hit._id}
                  listId={listId}
                  index={index}
                  isActive={index === activeIndex}
                  className="min-h-12 py-1.5"
                  onSelect={() => choose(hit)}
                >
                  <PlaceOption hit={hit} hits={hits} />
                </ListboxOption>
              ))}
            </div>
          )
        }
      />
      <p role="status" className="sr-only">
        {announced}
      </p>
      {place && <PlaceChip place={place} onRemove={handleRemove} />}
    </div>
  );
}

/**
 * The chosen place with its district and state. A stored story or draft does not contain the district, so it is loaded.
 */
function PlaceChip({ place, onRemove }: { place: ChosenPlace; onRemove: () => void }) {
  const { slug, district } = place;
  const isKnown = district !== undefined;
  const load = useCallback(
    () => (isKnown ? Promise.resolve(null) : placeApi.getBySlug(slug)),
    [isKnown, slug],
  );
  // After a failure, the place is shown with its state, so no message is needed.
  const { data } = useLoadedWithRetry(load);
  return (
    <p className="mt-2 inline-flex max-w-full items-center rounded-full bg-indigo-wash ps-3 text-sm">
      <MapPin aria-hidden className="size-4 flex-none text-marigold-text" />
      <span className="ms-2 min-w-0 py-1">
        <span className="sr-only">{STRINGS.place}: </span>
        {placeLabel({ ...place, ...(data && { district: data.district, near: data.near }) })}
      </span>
      <button
        type="button"
        className="button-icon flex-none"
        aria-label={STRINGS.remove({ name: placeName(place) })}
        onClick={onRemove}
      >
        <X aria-hidden className="size-4" />
      </button>
    </p>
  );
}

function PlaceOption({ hit, hits }: { hit: PlaceHit; hits: readonly PlaceHit[] }) {
  const name = placeName(hit);
  return (
    <>
      <MapPin aria-hidden className="size-4 flex-none text-ink-soft" />
      <span className="min-w-0 flex-1 leading-snug">
        <span className="block truncate">
          {name}
          {hit.matched !== hit.name && hit.matched !== name && (
            <span lang={guessLanguage(hit.matched)} className="text-ink-soft">
              {' '}
              ({hit.matched})
            </span>
          )}
        </span>
        <span className="block truncate text-ink-soft text-sm">{describePlace(hit, hits)}</span>
      </span>
    </>
  );
}
