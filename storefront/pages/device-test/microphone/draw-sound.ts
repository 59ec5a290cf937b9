import {
  bandsOf,
  outline,
  type SoundLevel,
} from '#storefront/pages/device-test/microphone/sound-level.ts'

const bands = 48
const colours = { wave: '#f5b83d', quiet: '#1f7a6d', loud: '#f5b83d', torn: '#ff6f3c' } as const

/** Fits the drawing to the pixels of the screen. */
function fitted(canvas: HTMLCanvasElement) {
  const ratio = Math.min(devicePixelRatio, 2)
  const width = Math.round(canvas.clientWidth * ratio)
  const height = Math.round(canvas.clientHeight * ratio)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  context?.clearRect(0, 0, width, height)
  return { context, width, height, ratio }
}

/** The samples of this moment as a line. */
export function drawWave(canvas: HTMLCanvasElement, samples: Float32Array): void {
  const { context, width, height, ratio } = fitted(canvas)
  if (context === null) return
  context.strokeStyle = colours.wave
  context.lineWidth = 2 * ratio
  context.lineJoin = 'round'
  context.beginPath()
  const step = Math.max(1, Math.floor(samples.length / width))
  for (let index = 0; index < samples.length; index += step) {
    const x = (index / samples.length) * width
    // A quiet voice moves the line too.
    const y = height / 2 - Math.tanh((samples[index] ?? 0) * 3) * height * 0.46
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.stroke()
}

/** How loud each pitch is: low on the left, high on the right. */
export function drawSpectrum(
  canvas: HTMLCanvasElement,
  levels: Uint8Array,
  sample_rate: number,
): void {
  const { context, width, height, ratio } = fitted(canvas)
  if (context === null) return
  const gap = 2 * ratio
  const bar = (width - gap * (bands - 1)) / bands
  for (const [index, share] of bandsOf(levels, sample_rate, bands).entries()) {
    const high = Math.max(2 * ratio, share * height)
    context.fillStyle = share > 0.85 ? colours.torn : share > 0.5 ? colours.loud : colours.quiet
    context.fillRect(index * (bar + gap), height - high, bar, high)
  }
}

/** A whole recording, its played part brighter. */
export function drawRecording(
  canvas: HTMLCanvasElement,
  samples: Float32Array,
  played_share: number,
): void {
  const { context, width, height, ratio } = fitted(canvas)
  if (context === null) return
  const count = Math.max(1, Math.floor(width / (3 * ratio)))
  const parts = outline(samples, count)
  for (const [index, { low, high }] of parts.entries()) {
    const top = Math.min(1, high * 2) * height * 0.48
    const bottom = Math.min(1, -low * 2) * height * 0.48
    context.fillStyle = index / parts.length < played_share ? '#c23d0c' : '#5b6478'
    const x = (index / parts.length) * width
    context.fillRect(x, height / 2 - top, 2 * ratio, Math.max(2 * ratio, top + bottom))
  }
}

/** The colour of a loudness on the meter. */
export function meterColour({ peak_db, is_clipped }: SoundLevel): string {
  if (is_clipped || peak_db > -3) return colours.torn
  return peak_db > -12 ? colours.loud : '#3fb6a3'
}
