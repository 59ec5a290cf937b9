import { useEffect, useRef } from 'react'
import {
  drawSpectrum,
  drawWave,
  meterColour,
} from '#storefront/pages/device-test/microphone/draw-sound.ts'
import type { MicrophoneSession } from '#storefront/pages/device-test/microphone/microphone-session.ts'
import {
  levelOf,
  shareOf,
  silence_db,
} from '#storefront/pages/device-test/microphone/sound-level.ts'

interface SoundViewProps {
  session: MicrophoneSession | null
  /** The loudest moment so far, of which the page's note tells. */
  onPeak: (peak_db: number) => void
}

/** Those who ask for less motion get a drawing that changes four times a second. */
const calm_ms = 250

/** The level, the wave and the spectrum of the open microphone. Each frame writes to the elements themselves. */
export function SoundView({ session, onPeak }: SoundViewProps) {
  const view = useRef<HTMLDivElement>(null)
  const onPeakNow = useRef(onPeak)
  useEffect(() => {
    onPeakNow.current = onPeak
  })
  useEffect(() => {
    if (session === null || view.current === null) return
    return followSound(session, partsOf(view.current), (peak) => onPeakNow.current(peak))
  }, [session])
  return (
    <div ref={view} className="grid gap-4">
      <Meter />
      <div className="grid gap-4 md:grid-cols-2">
        <Drawing part="wave" name="Dạng sóng" ends={['0 ms', '43 ms']} />
        <Drawing part="spectrum" name="Phổ tần" ends={['60 Hz', '24 kHz']} />
      </div>
    </div>
  )
}

const part_names = ['meter', 'bar', 'mark', 'number', 'clip', 'wave', 'spectrum'] as const
type Parts = Partial<Record<(typeof part_names)[number], HTMLElement>>

function partsOf(view: HTMLElement): Parts {
  const found = part_names.map((name) => [name, view.querySelector(`[data-part=${name}]`)])
  return Object.fromEntries(found) as Parts
}

function Meter() {
  return (
    <div>
      <p className="mb-1.5 flex items-baseline justify-between gap-3 text-sm text-white/85">
        <span>Mức âm</span>
        <span>
          <span
            data-part="clip"
            className="mr-3 rounded-full bg-bright px-2 py-0.5 font-bold text-ink opacity-0"
          >
            Vỡ tiếng
          </span>
          <span data-part="number" className="text-lg font-extrabold text-white tabular-nums">
            – dBFS
          </span>
        </span>
      </p>
      <div
        data-part="meter"
        role="meter"
        aria-label="Mức âm của micrô"
        aria-valuemin={silence_db}
        aria-valuemax={0}
        aria-valuenow={silence_db}
        className="relative h-6 overflow-hidden rounded-full bg-white/12"
      >
        <div data-part="bar" className="h-full w-full origin-left scale-x-0 bg-white" />
        <div data-part="mark" className="absolute inset-y-0 left-0 w-full -translate-x-full">
          <div className="ml-auto h-full w-[3px] bg-white" />
        </div>
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-white/80 tabular-nums">
        {['−60', '−48', '−36', '−24', '−12', '0'].map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  )
}

interface DrawingProps {
  part: 'wave' | 'spectrum'
  name: string
  ends: readonly [string, string]
}

function Drawing({ part, name, ends }: DrawingProps) {
  return (
    <figure className="min-w-0 rounded-2xl bg-black/25 p-3">
      <figcaption className="mb-2 text-sm text-white/85">{name}</figcaption>
      <canvas data-part={part} className="block h-28 w-full md:h-36" aria-hidden />
      <p aria-hidden className="mt-1 flex justify-between text-xs text-white/80">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  )
}

/** Measures and draws with every frame. Returns what ends it. */
function followSound(
  { analyser, context }: MicrophoneSession,
  parts: Parts,
  onPeak: (peak_db: number) => void,
): () => void {
  const samples = new Float32Array(analyser.fftSize)
  const levels = new Uint8Array(analyser.frequencyBinCount)
  const is_calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let [frame, drawn_at, told_at, clipped_at] = [0, 0, 0, -1_000]
  let [held_peak, best_peak, shown_rms] = [silence_db, silence_db, silence_db]
  const show = (now: number) => {
    frame = requestAnimationFrame(show)
    analyser.getFloatTimeDomainData(samples)
    const level = levelOf(samples)
    if (level.is_clipped) clipped_at = now
    // The mark of the loudest moment sinks slowly.
    held_peak = Math.max(level.peak_db, held_peak - 0.15)
    // As hands of a meter do, the bar rises at once and falls gently: a word is seen as a whole.
    shown_rms = Math.max(level.rms_db, shown_rms - 0.9)
    if (is_calm && now - drawn_at < calm_ms) return
    drawn_at = now
    showLevel(parts, {
      ...level,
      rms_db: shown_rms,
      held_peak,
      was_clipped: now - clipped_at < 900,
    })
    analyser.getByteFrequencyData(levels)
    if (parts.wave instanceof HTMLCanvasElement) drawWave(parts.wave, samples)
    if (parts.spectrum instanceof HTMLCanvasElement) {
      drawSpectrum(parts.spectrum, levels, context.sampleRate)
    }
    if (now - told_at < calm_ms) return
    told_at = now
    parts.meter?.setAttribute('aria-valuenow', String(Math.round(shown_rms)))
    if (level.peak_db <= best_peak) return
    best_peak = level.peak_db
    onPeak(best_peak)
  }
  frame = requestAnimationFrame(show)
  return () => cancelAnimationFrame(frame)
}

type ShownLevel = ReturnType<typeof levelOf> & { held_peak: number; was_clipped: boolean }

function showLevel({ bar, mark, number, clip }: Parts, level: ShownLevel): void {
  if (bar) {
    bar.style.scale = `${shareOf(level.rms_db)} 1`
    bar.style.backgroundColor = meterColour(level)
  }
  if (mark) mark.style.translate = `${(shareOf(level.held_peak) - 1) * 100}%`
  if (clip) clip.style.opacity = level.was_clipped ? '1' : '0'
  if (number) number.textContent = `${shownDecibels(level.rms_db)} dBFS`
}

/** "−23", with the sign that is as wide as a digit. */
export function shownDecibels(db: number): string {
  return String(Math.round(db)).replace('-', '−')
}
