import { pickByHash } from '../lib/pick.ts';

/** URLs of the drawn scenes by name, such as `ghats`. */
const scenes = new Map(
  Object.entries(
    import.meta.glob<string>('../assets/scenes/*.svg', { eager: true, query: '?url', import: 'default' }),
  )
    .map(([path, url]) => [path.replace(/^.*\/(.+)\.svg$/, '$1'), url] as const)
    .sort(([a], [b]) => a.localeCompare(b)),
);
const urls = [...scenes.values()];

/** URL of a scene; of the first one for an unknown name. */
export function sceneUrl(name: string): string {
  return scenes.get(name) ?? urls[0] ?? '';
}

/** URL of the scene that replaces a missing picture, always the same for an id. */
export function fallbackSceneUrl(id: string): string {
  return pickByHash(id, urls) ?? '';
}
