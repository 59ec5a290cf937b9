/** Buttons of MouseEvent.button, and the wheel. */
export const mouse_parts = ['left', 'middle', 'right', 'back', 'forward', 'up', 'down'] as const
export type MousePart = (typeof mouse_parts)[number]

/** What a mouse has shown so far. */
interface MouseLog {
  used: readonly MousePart[]
  /** Presses that came too soon after one of the same button: its contact bounces. */
  bounces: number
  pressed_at: Readonly<Partial<Record<MousePart, number>>>
}

export const empty_mouse: MouseLog = { used: [], bounces: 0, pressed_at: {} }

/** A quick double click takes longer than this. */
const bounce_ms = 70

/** The part of a button's number; null for buttons that have no name. */
export function partOfButton(button: number): MousePart | null {
  return (['left', 'middle', 'right', 'back', 'forward'] as const)[button] ?? null
}

/** The log after a button was pressed or the wheel was turned. */
export function noteMouse(log: MouseLog, part: MousePart, at: number): MouseLog {
  const used = log.used.includes(part) ? log.used : [...log.used, part]
  if (part === 'up' || part === 'down') return { ...log, used }
  const before = log.pressed_at[part]
  const is_bounce = before !== undefined && at - before < bounce_ms
  return {
    used,
    bounces: log.bounces + (is_bounce ? 1 : 0),
    pressed_at: { ...log.pressed_at, [part]: at },
  }
}
