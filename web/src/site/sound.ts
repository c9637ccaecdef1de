/** Two short synthesised sounds: a knock for a tile, and a chime for the reader's turn. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** Play a sound, if the reader has sounds on; in a hidden tab only the one for the reader's turn. */
export function play(sound: "tile" | "turn"): void {
  if (!settings.sound || settings.volume <= 0) return;
  if (sound === "tile" && document.visibilityState === "hidden") return;
  context ??= new AudioContext();
  if (sound === "tile") knock(context, 190, 0.09, "triangle");
  else [660, 880].forEach((pitch, i) => knock(context!, pitch, 0.28, "sine", i * 0.12));
}

function knock(audio: AudioContext, pitch: number, length_s: number, wave: OscillatorType, after_s = 0): void {
  const start = audio.currentTime + after_s;
  const tone = new OscillatorNode(audio, { type: wave, frequency: pitch });
  const gain = new GainNode(audio, { gain: settings.volume * 0.4 });
  gain.gain.setValueAtTime(settings.volume * 0.4, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length_s);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length_s);
}
