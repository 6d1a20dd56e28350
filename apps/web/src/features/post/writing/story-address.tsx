import { isBlank } from '@safarnama/contracts';
import { createSlug } from '@safarnama/contracts/slug';
import { useDeferredValue, useMemo } from 'react';
import { storyUrl } from '../story-url.ts';
import { WRITING_STRINGS } from './strings.ts';

interface StoryAddressProps {
  title: string;
  /** The slug of a published story, which no longer changes with its title; null for a new one. */
  slug: string | null;
}

/**
 * The URL of a published story, or the URL that a new story gets unless it is taken. Reserves its line even when empty,
 * so that the form does not shift.
 */
export function StoryAddress({ title, slug }: StoryAddressProps) {
  const deferredTitle = useDeferredValue(title);
  const address = useMemo(() => {
    if (slug === null && isBlank(deferredTitle)) return '';
    return decodeURI(storyUrl(slug ?? createSlug(deferredTitle))).replace(/^https?:\/\//, '');
  }, [slug, deferredTitle]);
  return (
    <p className="wrap-anywhere mt-1.5 min-h-5 text-ink-soft text-sm">
      {address !== '' && (
        <>
          {WRITING_STRINGS.address} <bdi>{address}</bdi>
        </>
      )}
    </p>
  );
}
