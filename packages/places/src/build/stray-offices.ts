import { distanceInKm, type Point } from '../distance.js';
import { createGrid } from './grid.js';
import { foldName } from './names.js';
import type { PostOffice } from './post-office.js';

/** Number of nearest other post offices that are compared with the district of an office. */
const NEIGHBOURS = 8;
/** With at most this many of its own district among them, an office is alone there. */
const MAX_OF_ITS_DISTRICT = 1;
/** With neighbours farther away, as in the mountains, an office may be alone in its own district. */
const MAX_NEIGHBOUR_KM = 15;
const NEAR_NEIGHBOURS = 4;
/** An office nearer than this to another office of its district may be in a remote part of the district. */
const MIN_KM_TO_DISTRICT = 40;
/** Nine tenths of the offices of a district are within its radius. */
const RADIUS_SHARE = 0.9;
/** A stray office is farther from the middle of its district than this many radii. */
const MIN_RADII = 1.6;
/** With fewer offices, the extent of a district is not known. */
const MIN_OFFICES = 5;

/** A point that post offices share, with their districts. */
interface Site extends Point {
  districts: Set<string>;
}

interface Extent {
  /** Sites among others of their district. */
  sites: Site[];
  middle: Point;
  radiusKm: number;
}

type Named = Point & { name: string; state: string };

const districtOf = ({ state, district }: PostOffice): string => `${state}|${district}`;
const nameKey = ({ state, name }: Pick<Named, 'state' | 'name'>): string => `${state}|${foldName(name)}`;
const siteKey = ({ lat, lon }: Point): string => `${lat} ${lon}`;
const middleOf = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function extentOf(sites: Site[]): Extent {
  const middle = { lat: middleOf(sites.map(({ lat }) => lat)), lon: middleOf(sites.map(({ lon }) => lon)) };
  const distances = sites.map((site) => distanceInKm(site, middle)).sort((a, b) => a - b);
  return { sites, middle, radiusKm: distances[Math.floor(sites.length * RADIUS_SHARE)] ?? 0 };
}

/** The other sites nearest to a site, the nearest first. */
function nearestTo(site: Site, others: readonly Site[]) {
  const nearest: { other: Site; km: number }[] = [];
  for (const other of others) {
    if (other === site) continue;
    const km = distanceInKm(other, site);
    if (km >= (nearest[NEIGHBOURS - 1]?.km ?? Number.POSITIVE_INFINITY)) continue;
    const rank = nearest.findIndex((each) => each.km > km);
    nearest.splice(rank === -1 ? nearest.length : rank, 0, { other, km });
    nearest.splice(NEIGHBOURS);
  }
  return nearest;
}

/** The sites of the post offices of each district: sites near other sites of the district, and isolated sites. */
function findSites(offices: readonly PostOffice[]) {
  const sites = new Map<string, Site>();
  for (const office of offices) {
    const site = sites.get(siteKey(office)) ?? { lat: office.lat, lon: office.lon, districts: new Set() };
    sites.set(siteKey(office), site);
    site.districts.add(districtOf(office));
  }
  const sitesNear = createGrid([...sites.values()]);
  const among = new Map<string, Site[]>();
  const alone = new Map<string, Site[]>();
  for (const site of sites.values()) {
    const neighbours = nearestTo(site, sitesNear.near(site));
    const isDense = (neighbours[NEAR_NEIGHBOURS - 1]?.km ?? Number.POSITIVE_INFINITY) <= MAX_NEIGHBOUR_KM;
    for (const district of site.districts) {
      const ofDistrict = neighbours.filter(({ other }) => other.districts.has(district));
      const group = ofDistrict.length > MAX_OF_ITS_DISTRICT ? among : isDense ? alone : null;
      group?.set(district, [...(group.get(district) ?? []), site]);
    }
  }
  return { among, alone };
}

/**
 * Corrects post offices that the source places far outside their district, where there is a place with the same name.
 * They get the coordinates of the town with their name in their district, else of the middle of the district, and are
 * marked: they are not used to find the districts of other places.
 */
export function placeStrayOffices(offices: readonly PostOffice[], towns: readonly Named[]): PostOffice[] {
  const { among, alone } = findSites(offices);
  const extents = new Map([...among].map(([district, sites]) => [district, extentOf(sites)]));
  const strays = new Set<string>();
  for (const [district, sites] of alone) {
    const extent = extents.get(district);
    if (!extent || extent.sites.length < MIN_OFFICES) continue;
    const isStray = (site: Site) =>
      distanceInKm(site, extent.middle) > MIN_RADII * extent.radiusKm &&
      extent.sites.every((other) => distanceInKm(other, site) > MIN_KM_TO_DISTRICT);
    for (const site of sites.filter(isStray)) strays.add(`${siteKey(site)} ${district}`);
  }
  const townsByName = new Map<string, Named[]>();
  for (const town of towns) {
    const key = nameKey(town);
    townsByName.set(key, [...(townsByName.get(key) ?? []), town]);
  }
  return offices.map((office) => {
    const extent = extents.get(districtOf(office));
    if (!extent || !strays.has(`${siteKey(office)} ${districtOf(office)}`)) return office;
    const town = townsByName
      .get(nameKey(office))
      ?.find((each) => distanceInKm(each, extent.middle) <= extent.radiusKm);
    const { lat, lon } = town ?? extent.middle;
    return { ...office, lat, lon, isStray: true };
  });
}
