import { type MediaRefusal, openMedia } from '#storefront/commerce/device-test/media-refusals.ts'

/** An open microphone. Its sound stays in this browser: nothing here sends anything. */
export interface MicrophoneSession {
  stream: MediaStream
  analyser: AnalyserNode
  context: AudioContext
  device_id: string
  /** "Micrô (Realtek Audio)" */
  label: string
  /** "48 kHz · 1 kênh" */
  format: string
  close: () => void
}

/** Opens the microphone with the sound as it is: without filters of the browser. */
export async function openMicrophone(
  device_id: string,
  onEnded: () => void,
): Promise<MicrophoneSession | { refusal: MediaRefusal }> {
  const raw = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  const chosen = device_id === '' ? {} : { deviceId: { exact: device_id } }
  const opened = await openMedia('audio', { ...raw, ...chosen })
  if ('refusal' in opened) return opened
  const { stream } = opened
  const [track] = stream.getAudioTracks()
  const context = new AudioContext()
  await context.resume()
  const analyser = context.createAnalyser()
  analyser.fftSize = 2048
  analyser.smoothingTimeConstant = 0.7
  context.createMediaStreamSource(stream).connect(analyser)
  track?.addEventListener('ended', onEnded)
  const settings = track?.getSettings() ?? {}
  const rate = (settings.sampleRate ?? context.sampleRate) / 1_000
  return {
    stream,
    analyser,
    context,
    device_id: settings.deviceId ?? device_id,
    label: track?.label ?? '',
    format: `${rate.toLocaleString('vi-VN')} kHz · ${settings.channelCount ?? 1} kênh`,
    close: () => {
      track?.removeEventListener('ended', onEnded)
      for (const one of stream.getTracks()) one.stop()
      void context.close()
    },
  }
}

/** The microphones of this device. They have names once one of them was allowed. */
export async function listMicrophones(): Promise<{ id: string; label: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId: id, label }, index) => ({ id, label: label || `Micrô ${index + 1}` }))
}
