import { useEffect, useRef, useState } from 'react'
import { drawRecording } from '#storefront/pages/device-test/microphone/draw-sound.ts'
import type { MicrophoneSession } from '#storefront/pages/device-test/microphone/microphone-session.ts'
import { longest_s, useRecording } from '#storefront/pages/device-test/microphone/recording.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

/** Records a few seconds and plays them back. */
export function Recorder({ session }: { session: MicrophoneSession | null }) {
  const { state, start, stop } = useRecording(session)
  const is_running = state.kind === 'running'
  return (
    <section aria-labelledby="ghi-am" className="sheet min-w-0 p-4 md:p-6">
      <h2 id="ghi-am" className="text-lg">
        Ghi thử rồi nghe lại
      </h2>
      <p className="mt-1 text-body text-muted">
        Đọc một câu, ngừng hai giây cho tiếng nền, rồi nghe xem có rè, ù hay đứt quãng.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <button
          type="button"
          disabled={session === null}
          onClick={is_running ? stop : start}
          className={buttonClass(is_running ? 'dark' : 'primary', 'min-h-12')}
        >
          <Icon name={is_running ? 'pause' : 'mic'} className="size-5" />
          {is_running ? 'Dừng ghi' : 'Ghi âm'}
        </button>
        <p role="timer" className="text-lg font-bold tabular-nums">
          {is_running ? `${state.seconds.toFixed(1).replace('.', ',')} / ${longest_s} giây` : ''}
        </p>
      </div>
      {state.kind === 'ready' && <Playback sound={state.sound} />}
      {state.kind === 'failed' && (
        <p role="alert" className="mt-3 text-body text-sale">
          Trình duyệt này không ghi hoặc không đọc lại được âm thanh. Hãy thử Chrome, Edge hoặc
          Firefox bản mới.
        </p>
      )}
      {session === null && state.kind === 'none' && (
        <p className="mt-3 text-sm text-muted">Bật micrô trước, rồi bấm “Ghi âm”.</p>
      )}
    </section>
  )
}

/** The recording as a drawing with its button. */
function Playback({ sound }: { sound: AudioBuffer }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (canvas.current) drawRecording(canvas.current, sound.getChannelData(0), 0)
  }, [sound])
  useEffect(() => {
    if (!isPlaying) return
    return play(sound, canvas.current, () => setPlaying(false))
  }, [isPlaying, sound])
  return (
    <div className="mt-4 flex items-center gap-3 rounded-2xl bg-mist p-3">
      <button
        type="button"
        aria-label={isPlaying ? 'Dừng phát' : 'Nghe lại'}
        onClick={() => setPlaying(!isPlaying)}
        className="grid size-12 shrink-0 place-items-center rounded-full bg-accent text-white hover:bg-accent-dark"
      >
        <Icon name={isPlaying ? 'pause' : 'play'} className="size-5" />
      </button>
      <canvas ref={canvas} className="block h-14 min-w-0 flex-1" aria-hidden />
      <span className="shrink-0 text-sm font-semibold tabular-nums" data-length={sound.duration}>
        {`${sound.duration.toFixed(1).replace('.', ',')} giây`}
      </span>
    </div>
  )
}

/** Plays a recording and draws how far it is. Returns what ends it. */
function play(sound: AudioBuffer, canvas: HTMLCanvasElement | null, onEnd: () => void): () => void {
  const context = new AudioContext()
  const source = context.createBufferSource()
  const samples = sound.getChannelData(0)
  source.buffer = sound
  source.connect(context.destination)
  source.addEventListener('ended', onEnd)
  source.start()
  let frame = 0
  const show = () => {
    if (canvas) drawRecording(canvas, samples, context.currentTime / sound.duration)
    frame = requestAnimationFrame(show)
  }
  frame = requestAnimationFrame(show)
  return () => {
    cancelAnimationFrame(frame)
    source.removeEventListener('ended', onEnd)
    void context.close()
    if (canvas) drawRecording(canvas, samples, 0)
  }
}
