/** Matches the path of a story. */
const STORY_PATH = /^\/post\/([^/]+)$/;

/** The slug in the path of a story, decoded; null for another path. */
export function readSlug(pathname: string): string | null {
  const slug = STORY_PATH.exec(pathname)?.[1];
  if (slug === undefined) return null;
  try {
    return decodeURIComponent(slug);
  } catch {
    return null;
  }
}
