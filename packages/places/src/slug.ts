import { createSlug } from '@safarnama/contracts/slug';

export const LONG_SLUG = '';
export const SHORT_SLUG = '=';

export interface Address {
  name: string;
  district: string;
  state: string;
}

/** The slug of a place whose name no more important place has. */
export const shortSlug = (name: string): string => createSlug(name);

/** The slug of a place whose name is taken. */
export const longSlug = ({ name, district, state }: Address): string =>
  createSlug([name, district, state].filter((part) => part !== '').join(' '));

/** The full slug of a row. @param stored - `LONG_SLUG`, `SHORT_SLUG` or the slug itself. */
export function expandSlug(stored: string, address: Address): string {
  if (stored === LONG_SLUG) return longSlug(address);
  return stored === SHORT_SLUG ? shortSlug(address.name) : stored;
}

const DISTRICT_PREFIX = 'sf-district-';

/** The id of a district. @param name - as the source has it, so that the id outlives a change of the name. */
export const districtId = (name: string, state: string): string =>
  `${DISTRICT_PREFIX}${createSlug(`${name} ${state}`)}`;

/** The id of a post office. */
export const postOfficeId = (name: string, parentId: string): string =>
  `po-${createSlug(name)}-${parentId.replace(DISTRICT_PREFIX, '')}`;
