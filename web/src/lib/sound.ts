/** The one sound of the table: a card falls. Made here, so nothing is loaded. */

const LENGTH_S = 0.06;
const LOUDNESS = 0.25;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Return a short noise that dies away, as of cardboard on wood. */
function cardboard(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.round(audio.sampleRate * LENGTH_S), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, i) => {
    const left = 1 - i / samples.length;
    samples[i] = (Math.random() * 2 - 1) * left ** 4;
  });
  return buffer;
}

/** Let a card fall; silent where the browser has no sound or does not allow it yet. */
export function knock(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  noise ??= cardboard(context);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const muffled = new BiquadFilterNode(context, { type: "lowpass", frequency: 900 });
  const volume = new GainNode(context, { gain: LOUDNESS });
  source.connect(muffled).connect(volume).connect(context.destination);
  source.start();
}
