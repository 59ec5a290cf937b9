import { useEffect, useRef, useState } from 'react'
import type { MicrophoneSession } from '#storefront/pages/device-test/microphone/microphone-session.ts'

export const longest_s = 30

type RecordingState =
  | { kind: 'none' }
  | { kind: 'running'; seconds: number }
  | { kind: 'ready'; sound: AudioBuffer }
  | { kind: 'failed' }

/** Records up to 30 seconds. The sound is decoded and stays in memory: there is no file and no address of it. */
export function useRecording(session: MicrophoneSession | null) {
  const [state, setState] = useState<RecordingState>({ kind: 'none' })
  const recorder = useRef<MediaRecorder | null>(null)

  // A microphone that is closed ends the recording, which keeps what it has.
  useEffect(() => () => stopRecorder(recorder.current), [session])

  const start = () => {
    if (session === null) return
    if (typeof MediaRecorder === 'undefined') return setState({ kind: 'failed' })
    const parts: Blob[] = []
    const running = new MediaRecorder(session.stream)
    recorder.current = running
    const started_at = performance.now()
    const timer = setInterval(() => {
      const seconds = (performance.now() - started_at) / 1_000
      if (seconds >= longest_s) stopRecorder(running)
      else setState({ kind: 'running', seconds })
    }, 100)
    running.addEventListener('dataavailable', ({ data }) => parts.push(data))
    running.addEventListener('stop', () => {
      clearInterval(timer)
      void decoded(parts).then(setState)
    })
    running.start()
    setState({ kind: 'running', seconds: 0 })
  }
  return { state, start, stop: () => stopRecorder(recorder.current) }
}

function stopRecorder(recorder: MediaRecorder | null): void {
  if (recorder !== null && recorder.state !== 'inactive') recorder.stop()
}

async function decoded(parts: readonly Blob[]): Promise<RecordingState> {
  const context = new OfflineAudioContext(1, 1, 48_000)
  try {
    const bytes = await new Blob([...parts]).arrayBuffer()
    return { kind: 'ready', sound: await context.decodeAudioData(bytes) }
  } catch {
    return { kind: 'failed' }
  }
}
