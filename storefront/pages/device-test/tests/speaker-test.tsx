import { useEffect, useRef, useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'

type Sound = 'left' | 'right' | 'both' | 'sweep'

const sounds: readonly { sound: Sound; text: string; pan: number }[] = [
  { sound: 'left', text: 'Bên trái', pan: -1 },
  { sound: 'right', text: 'Bên phải', pan: 1 },
  { sound: 'both', text: 'Cả hai', pan: 0 },
  { sound: 'sweep', text: 'Quét 60 Hz – 12 kHz', pan: 0 },
]

/** Tones on one side each, and one from low to high. */
export function SpeakerTest() {
  const [playing, setPlaying] = useState<Sound | null>(null)
  const [played, setPlayed] = useState<readonly string[]>([])
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  const press = (sound: Sound, text: string, pan: number) => {
    stop.current()
    if (playing === sound) return setPlaying(null)
    setPlaying(sound)
    stop.current =
      sound === 'sweep' ? playSweep(() => setPlaying(null)) : playChime(pan, () => setPlaying(null))
    const heard = [...new Set([...played, text.toLowerCase()])]
    setPlayed(heard)
    setNote('speaker', `Đã phát ${heard.join(', ')}`)
  }
  return (
    <div className="grid grid-cols-2 gap-2 noscript:hidden">
      {sounds.map(({ sound, text, pan }) => (
        <button
          key={sound}
          type="button"
          aria-pressed={playing === sound}
          onClick={() => press(sound, text, pan)}
          className={`min-h-11 rounded-xl border px-2 text-sm leading-tight font-semibold transition-colors ${playing === sound ? 'border-accent bg-accent text-white' : 'border-line bg-white hover:border-ink'}`}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

/** Three notes, gentle at both ends. Returns what ends them. */
function playChime(pan: number, onEnd: () => void): () => void {
  return play(pan, 1.8, onEnd, (oscillator, gain, begin) => {
    for (const [index, pitch] of [523, 659, 784].entries()) {
      const at = begin + index * 0.6
      oscillator.frequency.setValueAtTime(pitch, at)
      gain.setValueAtTime(0, at)
      gain.linearRampToValueAtTime(0.25, at + 0.04)
      gain.exponentialRampToValueAtTime(0.001, at + 0.55)
    }
  })
}

function playSweep(onEnd: () => void): () => void {
  return play(0, 6, onEnd, (oscillator, gain, begin) => {
    oscillator.frequency.setValueAtTime(60, begin)
    oscillator.frequency.exponentialRampToValueAtTime(12_000, begin + 5.9)
    gain.setValueAtTime(0, begin)
    gain.linearRampToValueAtTime(0.2, begin + 0.1)
    gain.setValueAtTime(0.2, begin + 5.8)
    gain.linearRampToValueAtTime(0, begin + 6)
  })
}

type Shape = (oscillator: OscillatorNode, gain: AudioParam, begin: number) => void

function play(pan: number, seconds: number, onEnd: () => void, shape: Shape): () => void {
  const context = new AudioContext()
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  const panner = context.createStereoPanner()
  panner.pan.value = pan
  oscillator.connect(gain).connect(panner).connect(context.destination)
  shape(oscillator, gain.gain, context.currentTime + 0.05)
  const end = () => {
    oscillator.removeEventListener('ended', onEnd)
    if (context.state !== 'closed') void context.close()
  }
  oscillator.addEventListener('ended', onEnd)
  oscillator.start()
  oscillator.stop(context.currentTime + seconds + 0.1)
  return end
}
