/** The light of a scene: that of a time of day, or of the monsoon (`rain`). */
export type Lighting = 'dawn' | 'noon' | 'golden' | 'dusk' | 'night' | 'rain';

/** The colours of a lighting, as `#rrggbb`. */
export interface Palette {
  lighting: Lighting;
  /** Sky from the zenith down to the horizon. */
  sky: readonly [string, string, string];
  /** Disc of the sun or the moon. */
  sun: string;
  /** Colour that distant objects fade into. */
  haze: string;
  /** Colour of shadows and fine lines. */
  ink: string;
  /** Colour of highlights: lit edges, foam, glints. */
  light: string;
  /** How far local colours are mixed with `ink`, 0 to 1. */
  dark: number;
}

const PALETTES: Record<Lighting, Palette> = {
  dawn: {
    lighting: 'dawn',
    sky: ['#7a84b8', '#e9b6a0', '#fde5bb'],
    sun: '#f58f3a',
    haze: '#f0c9ac',
    ink: '#2d2f66',
    light: '#fff0d2',
    dark: 0.2,
  },
  noon: {
    lighting: 'noon',
    sky: ['#6aa3c8', '#b3d6dc', '#faf0d6'],
    sun: '#fffaf0',
    haze: '#d3e0d8',
    ink: '#22385c',
    light: '#fffaf0',
    dark: 0.02,
  },
  golden: {
    lighting: 'golden',
    sky: ['#d9b98a', '#f3d9a0', '#fbeecb'],
    sun: '#f2a127',
    haze: '#f3dcae',
    ink: '#46304f',
    light: '#fff4d8',
    dark: 0.12,
  },
  dusk: {
    lighting: 'dusk',
    sky: ['#2f2f70', '#b4567c', '#f8a654'],
    sun: '#ffd98a',
    haze: '#d98a72',
    ink: '#211b4a',
    light: '#ffd29a',
    dark: 0.42,
  },
  night: {
    lighting: 'night',
    sky: ['#10163a', '#273271', '#6470ab'],
    sun: '#f8efd6',
    haze: '#4c5a9a',
    ink: '#0d1030',
    light: '#b9c2ea',
    dark: 0.62,
  },
  rain: {
    lighting: 'rain',
    sky: ['#566b7c', '#8fa3a6', '#d9dccb'],
    sun: '#eceadb',
    haze: '#b4c0ba',
    ink: '#20354a',
    light: '#eef0e4',
    dark: 0.16,
  },
};

export function getPalette(lighting: Lighting): Palette {
  return PALETTES[lighting];
}

function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Mixes two colours; `share` is the share of `to`, 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const blended = channels(from).map((channel, index) => {
    const end = target[index] ?? channel;
    return Math.round(channel + (end - channel) * share);
  });
  return `#${blended.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Adapts a local colour to the light.
 *
 * @param distance - 0 for near objects, 1 for objects that have faded into the haze.
 */
export function tone(palette: Palette, color: string, distance = 0): string {
  return mix(mix(color, palette.ink, palette.dark), palette.haze, distance);
}
