/** E5 and A5, a rising fourth. */
const NOTES_HZ = [659.25, 880] as const;
const NOTE_INTERVAL_S = 0.11;
const NOTE_S = 0.5;
const ATTACK_S = 0.015;
/** Relative to full volume, 1; audible only in a quiet room. */
const PEAK_GAIN = 0.05;
/** An exponential ramp cannot reach zero. */
const MIN_GAIN = 0.0001;

let context: AudioContext | null = null;

/**
 * Whether the browser lets this page play sounds, which it does after the first click or key press. A sound requested
 * earlier would be delayed until then.
 */
export function canPlaySound(): boolean {
  return !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
}

/** Plays two soft synthesized notes. */
export async function playQuietSound(): Promise<void> {
  try {
    context ??= new AudioContext();
    if (context.state !== 'running') await context.resume();
    const { currentTime } = context;
    for (const [index, frequency] of NOTES_HZ.entries()) {
      playNote(context, frequency, currentTime + index * NOTE_INTERVAL_S);
    }
  } catch {
    // The device has no audio output.
  }
}

function playNote(audio: AudioContext, frequency: number, startsAt: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'sine';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(MIN_GAIN, startsAt);
  gain.gain.exponentialRampToValueAtTime(PEAK_GAIN, startsAt + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(MIN_GAIN, startsAt + NOTE_S);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(startsAt);
  oscillator.stop(startsAt + NOTE_S);
}
