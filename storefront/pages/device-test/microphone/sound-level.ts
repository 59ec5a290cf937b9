/** The loudness of a moment, in decibels below the loudest that fits (dBFS). */
export interface SoundLevel {
  /** Of the whole moment: as loud as it sounds. */
  rms_db: number
  /** Of its highest sample. */
  peak_db: number
  /** Samples reached the end of the scale: the sound is torn. */
  is_clipped: boolean
}

/** What the meter shows as silence. */
export const silence_db = -60
const clipped_at = 0.99

/** Measures samples between −1 and 1. */
export function levelOf(samples: Float32Array): SoundLevel {
  let squares = 0
  let peak = 0
  for (const sample of samples) {
    squares += sample * sample
    peak = Math.max(peak, Math.abs(sample))
  }
  const rms = Math.sqrt(squares / Math.max(samples.length, 1))
  return { rms_db: decibels(rms), peak_db: decibels(peak), is_clipped: peak >= clipped_at }
}

/** The place of a loudness on a meter: 0 at silence, 1 at the end of the scale. */
export function shareOf(db: number): number {
  return Math.min(1, Math.max(0, 1 - db / silence_db))
}

/** The loudest and the quietest of each of `count` parts, for a drawing of a whole recording. */
export function outline(samples: Float32Array, count: number): { low: number; high: number }[] {
  const size = Math.max(1, Math.floor(samples.length / count))
  return Array.from({ length: Math.min(count, samples.length) }, (_, index) => {
    const part = samples.subarray(index * size, (index + 1) * size)
    return { low: Math.min(0, ...part), high: Math.max(0, ...part) }
  })
}

/**
 * The loudness of `count` bands that are equally wide to the ear, from 60 Hz to the end. `levels` are those of an
 * analyser, 0 to 255.
 */
export function bandsOf(levels: Uint8Array, sample_rate: number, count: number): number[] {
  const highest = sample_rate / 2
  const step = Math.log(highest / lowest_hz) / count
  const binOf = (band: number) =>
    Math.floor(((lowest_hz * Math.exp(step * band)) / highest) * levels.length)
  return Array.from({ length: count }, (_, band) => {
    const from = Math.min(binOf(band), levels.length - 1)
    const part = levels.subarray(from, Math.max(from + 1, binOf(band + 1)))
    return Math.max(...part) / 255
  })
}

const lowest_hz = 60

function decibels(amplitude: number): number {
  return amplitude <= 0 ? silence_db : Math.max(silence_db, 20 * Math.log10(amplitude))
}
