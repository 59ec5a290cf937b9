import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaRefusal } from '#storefront/commerce/device-test/media-refusals.ts'
import {
  listMicrophones,
  type MicrophoneSession,
  openMicrophone,
} from '#storefront/pages/device-test/microphone/microphone-session.ts'

type MicrophoneState =
  | { kind: 'off'; has_paused: boolean }
  | { kind: 'opening' }
  | { kind: 'refused'; refusal: MediaRefusal }
  | { kind: 'on'; session: MicrophoneSession }

const off: MicrophoneState = { kind: 'off', has_paused: false }

/** Opens and closes the microphone. It is closed when the page is hidden or left. */
export function useMicrophone() {
  const [state, setState] = useState<MicrophoneState>(off)
  const [devices, setDevices] = useState<{ id: string; label: string }[]>([])
  const session = useRef<MicrophoneSession | null>(null)
  /** Counts openings: an answer to an earlier press is closed at once. */
  const opening = useRef(0)

  const close = useCallback((next: MicrophoneState) => {
    opening.current += 1
    session.current?.close()
    session.current = null
    setState(next)
  }, [])

  const open = async (device_id = '') => {
    close({ kind: 'opening' })
    const own = opening.current
    const lost = { title: 'Micrô vừa bị ngắt', steps: ['Cắm lại micrô rồi bấm bật lần nữa.'] }
    const onEnded = () => close({ kind: 'refused', refusal: lost })
    const opened = await openMicrophone(device_id, onEnded)
    if (own !== opening.current) return 'close' in opened ? opened.close() : undefined
    if ('refusal' in opened) return setState({ kind: 'refused', refusal: opened.refusal })
    session.current = opened
    setState({ kind: 'on', session: opened })
    setDevices(await listMicrophones())
  }

  useEffect(() => {
    const onHidden = () => {
      if (document.hidden && session.current !== null) close({ kind: 'off', has_paused: true })
    }
    const onDevices = () => {
      if (session.current !== null) void listMicrophones().then(setDevices)
    }
    // Only browsers that have no microphone for pages do not have it.
    const media: MediaDevices | undefined = navigator.mediaDevices
    document.addEventListener('visibilitychange', onHidden)
    media?.addEventListener('devicechange', onDevices)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      media?.removeEventListener('devicechange', onDevices)
      session.current?.close()
    }
  }, [close])

  return { state, devices, open, stop: () => close(off) }
}
