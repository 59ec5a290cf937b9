/** One note: where it begins and ends in hertz, and how long it sounds in seconds. */
export type Tone = readonly [from: number, to: number, seconds: number, shape?: OscillatorType]

export interface Sound {
  turn: (is_on: boolean) => void
  play: (tones: readonly Tone[]) => void
  close: () => void
}

const volume = 0.09

/** Makes short notes. It is silent until somebody turns it on, and opens the sound card only then. */
export function openSound(): Sound {
  let card: AudioContext | null = null
  let is_on = false
  return {
    turn: (wanted) => {
      is_on = wanted
      if (is_on) card ??= new AudioContext()
      void (is_on ? card?.resume() : card?.suspend())
    },
    play: (tones) => {
      if (!is_on || card === null) return
      let at = card.currentTime
      for (const [from, to, seconds, shape = 'triangle'] of tones) {
        const source = card.createOscillator()
        const gain = card.createGain()
        source.type = shape
        source.frequency.setValueAtTime(from, at)
        source.frequency.exponentialRampToValueAtTime(to, at + seconds)
        gain.gain.setValueAtTime(volume, at)
        gain.gain.exponentialRampToValueAtTime(0.001, at + seconds)
        source.connect(gain).connect(card.destination)
        source.start(at)
        source.stop(at + seconds)
        at += seconds * 0.6
      }
    },
    close: () => void card?.close(),
  }
}
