import { pickByHash } from '../lib/pick.ts';

/** Addresses of our drawn scenes by name (`ghats`, `hills`…). Only the addresses are in the script. */
const scenes = new Map(
  Object.entries(
    import.meta.glob<string>('../assets/scenes/*.svg', { eager: true, query: '?url', import: 'default' }),
  )
    .map(([path, url]) => [path.replace(/^.*\/(.+)\.svg$/, '$1'), url] as const)
    .sort(([a], [b]) => a.localeCompare(b)),
);
const addresses = [...scenes.values()];

/** The scene of that name; the first one when it is not drawn. */
export function sceneNamed(name: string): string {
  return scenes.get(name) ?? addresses[0] ?? '';
}

/** The scene that stands in for a missing picture: always the same one for the same id. */
export function sceneFor(id: string): string {
  return pickByHash(id, addresses) ?? '';
}
