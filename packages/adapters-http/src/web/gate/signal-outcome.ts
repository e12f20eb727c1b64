/** A sound and a shake besides words: one long and high for yes, three short and low for no. */

const PATTERNS = { yes: { frequency: 1040, beeps: [180] }, no: { frequency: 220, beeps: [120, 120, 240] } } as const;
const PAUSE_MS = 80;

let audio: AudioContext | null = null;

/** Browsers make no sound before somebody has touched the page; they may also have none to make. */
export function signalOutcome(admitted: boolean): void {
  const { frequency, beeps } = admitted ? PATTERNS.yes : PATTERNS.no;
  navigator.vibrate?.(beeps.flatMap((length) => [length, PAUSE_MS]));
  audio ??= new AudioContext();
  if (audio.state !== 'running') {
    void audio.resume();
    return;
  }
  let start = audio.currentTime;
  for (const length of beeps) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(audio.destination);
    tone.start(start);
    tone.stop(start + length / 1000);
    start += (length + PAUSE_MS) / 1000;
  }
}
