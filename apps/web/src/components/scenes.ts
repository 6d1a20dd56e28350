import type { Landscape } from '@safarnama/contracts';

/** URLs of the drawn scenes by name, such as `ghats`. */
const scenes = new Map(
  Object.entries(
    import.meta.glob<string>('../assets/scenes/*.svg', { eager: true, query: '?url', import: 'default' }),
  ).map(([path, url]) => [path.replace(/^.*\/(.+)\.svg$/, '$1'), url] as const),
);

/** Scenes whose name differs from the name of their landscape. */
const LANDSCAPE_SCENES: Partial<Record<Landscape, string>> = {
  river: 'ghats',
  mountains: 'hills',
  hills: 'green-hills',
  tea: 'tea-hills',
  desert: 'dunes',
  city: 'monsoon',
};
/** Shown for an unknown landscape: a road through plains. */
const NEUTRAL_SCENE = 'road';

/** URL of a scene; for an unknown name, of the neutral scene. */
export function sceneUrl(name: string): string {
  return scenes.get(name) ?? scenes.get(NEUTRAL_SCENE) ?? '';
}

/** URL of the scene that replaces a missing picture, by the landscape of the story. */
export function landscapeSceneUrl(landscape: Landscape | null): string {
  return sceneUrl(landscape === null ? NEUTRAL_SCENE : (LANDSCAPE_SCENES[landscape] ?? landscape));
}
