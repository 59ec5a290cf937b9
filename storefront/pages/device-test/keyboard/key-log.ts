/** A press or a release, in plain data. Times are in milliseconds of one clock. */
export interface KeySign {
  code: string
  /** When it happened, by the event. */
  at: number
  /** When the page's code heard of it. */
  heard_at: number
  is_down: boolean
  /** The system repeats a key that is held. */
  is_repeat: boolean
}

/** What is known of a keyboard so far. */
export interface KeyLog {
  /** Keys that were heard at least once, in their sequence. */
  seen: readonly string[]
  held: readonly string[]
  /** Most keys that were held at the same time. */
  most_held: number
  /** Groups of keys that were held together (`combos`). */
  reached: readonly string[]
  /** The last presses, newest first. */
  latest: readonly string[]
  presses: number
  /** Milliseconds from the event to the page, of the last presses. */
  delays: readonly number[]
  /** How often a key was pressed twice at once, by code. */
  chatters: Readonly<Record<string, number>>
  /** When each key was last pressed. */
  down_at: Readonly<Record<string, number>>
}

export const empty_log: KeyLog = {
  seen: [],
  held: [],
  most_held: 0,
  reached: [],
  latest: [],
  presses: 0,
  delays: [],
  chatters: {},
  down_at: {},
}

/** No finger presses a key twice in this time: the contact bounces. */
const chatter_ms = 50
const latest_kept = 14
const delays_kept = 200

/** Groups that cheap keyboards mix up: their keys share the wires of a matrix. */
export const combos: readonly { id: string; codes: readonly string[] }[] = [
  { id: 'W A Space', codes: ['KeyW', 'KeyA', 'Space'] },
  { id: 'Shift W D', codes: ['ShiftLeft', 'KeyW', 'KeyD'] },
  { id: 'Q W E R', codes: ['KeyQ', 'KeyW', 'KeyE', 'KeyR'] },
  { id: '← ↑ Space', codes: ['ArrowLeft', 'ArrowUp', 'Space'] },
  { id: 'A S D F J K', codes: ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyJ', 'KeyK'] },
]

/** The log after one more sign. */
export function noteKey(log: KeyLog, sign: KeySign): KeyLog {
  const seen = log.seen.includes(sign.code) ? log.seen : [...log.seen, sign.code]
  if (!sign.is_down) return { ...log, seen, held: heldAfter(log.held, sign.code) }
  if (sign.is_repeat) return { ...log, seen }
  const held = [...heldAfter(log.held, sign.code, true), sign.code]
  const reached = combos
    .filter(({ codes }) => codes.every((code) => held.includes(code)))
    .map(({ id }) => id)
  return {
    seen,
    held,
    most_held: Math.max(log.most_held, held.length),
    reached: [...new Set([...log.reached, ...reached])],
    latest: [sign.code, ...log.latest].slice(0, latest_kept),
    presses: log.presses + 1,
    delays: [...log.delays, Math.max(0, sign.heard_at - sign.at)].slice(-delays_kept),
    chatters: chattersAfter(log, sign),
    down_at: { ...log.down_at, [sign.code]: sign.at },
  }
}

/** The log when the window is left: no releases are heard there. */
export function releaseAll(log: KeyLog): KeyLog {
  return log.held.length === 0 ? log : { ...log, held: [] }
}

/** Half of the delays are at most the first, 95 % at most the second. Null until there are some. */
export function delaysOf({ delays }: KeyLog): { median: number; p95: number } | null {
  if (delays.length === 0) return null
  const sorted = delays.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { median: at(0.5) ?? 0, p95: at(0.95) ?? 0 }
}

/** Keys with a contact that bounces, worst first. */
export function chatteringKeys({ chatters }: KeyLog): { code: string; times: number }[] {
  return Object.entries(chatters)
    .map(([code, times]) => ({ code, times }))
    .toSorted((one, other) => other.times - one.times)
}

/** macOS reports no release of the other keys while Command is held: with Command they all end. */
function heldAfter(held: readonly string[], code: string, is_down = false): string[] {
  if (!is_down && code.startsWith('Meta')) return []
  return held.filter((one) => one !== code)
}

function chattersAfter({ chatters, down_at }: KeyLog, { code, at }: KeySign): KeyLog['chatters'] {
  const before = down_at[code]
  if (before === undefined || at - before > chatter_ms) return chatters
  return { ...chatters, [code]: (chatters[code] ?? 0) + 1 }
}
