/** A form that comes again within this time was sent twice (decision 325). */
const double_press_ms = 60_000

/** An equal form that came after this moment is the same one. */
export function doublePressSince(now: Date): Date {
  return new Date(now.getTime() - double_press_ms)
}
