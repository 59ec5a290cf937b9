import { useCallback, useEffect, useRef, useState } from 'react'
import { MediaProblem } from '#storefront/commerce/device-test/media-problem.tsx'
import { type MediaRefusal, openMedia } from '#storefront/commerce/device-test/media-refusals.ts'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { Facts, TestButton } from '#storefront/pages/device-test/test-card.tsx'

interface OpenCamera {
  stream: MediaStream
  device_id: string
  others: { id: string; label: string }[]
  facts: string
}

/** The picture of a camera, as it is now. It stays in this browser, and ends when the page is hidden. */
export function CameraTest() {
  const { camera, refusal, open, close } = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = camera?.stream ?? null
  }, [camera])
  return (
    <>
      {camera !== null && (
        <>
          <video
            ref={video}
            autoPlay
            muted
            playsInline
            aria-label="Hình của camera"
            className="aspect-video w-full -scale-x-100 rounded-xl bg-night object-cover"
          />
          <Facts facts={[['Khung hình', camera.facts]]} />
          {camera.others.length > 1 && (
            <select
              aria-label="Camera đang dùng"
              value={camera.device_id}
              onChange={(event) => void open(event.target.value)}
              className="h-11 w-full min-w-0 rounded-xl border border-line bg-white px-3 text-sm"
            >
              {camera.others.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </>
      )}
      {refusal !== null && <MediaProblem refusal={refusal} />}
      <TestButton
        text={camera === null ? 'Bật camera' : 'Tắt camera'}
        is_quiet={camera !== null}
        onPress={() => (camera === null ? void open('') : close())}
      />
    </>
  )
}

function useCamera() {
  const [camera, setCamera] = useState<OpenCamera | null>(null)
  const [refusal, setRefusal] = useState<MediaRefusal | null>(null)
  const stream = useRef<MediaStream | null>(null)
  const opening = useRef(0)
  const close = useCallback(() => {
    opening.current += 1
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
    setCamera(null)
  }, [])
  const open = async (device_id: string) => {
    close()
    setRefusal(null)
    const own = opening.current
    const size = { width: { ideal: 3840 }, height: { ideal: 2160 } }
    const chosen = device_id === '' ? {} : { deviceId: { exact: device_id } }
    const opened = await openMedia('video', { ...size, ...chosen })
    if ('refusal' in opened) return setRefusal(opened.refusal)
    stream.current = opened.stream
    const settings = opened.stream.getVideoTracks()[0]?.getSettings() ?? {}
    const others = await listCameras()
    if (own !== opening.current) return stopAll(opened.stream)
    const { width = 0, height = 0, frameRate = 0 } = settings
    const facts = `${width} × ${height}, ${Math.round(frameRate)} hình/giây`
    setNote('camera', facts)
    setCamera({ stream: opened.stream, device_id: settings.deviceId ?? device_id, others, facts })
  }
  useEffect(() => {
    const onHidden = () => {
      if (document.hidden) close()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      if (stream.current) stopAll(stream.current)
    }
  }, [close])
  return { camera, refusal, open, close }
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

async function listCameras(): Promise<OpenCamera['others']> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId: id, label }, index) => ({ id, label: label || `Camera ${index + 1}` }))
}
