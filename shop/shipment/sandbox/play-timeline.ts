import type { PlaySettings } from '#shop/shipment/carriers/play-carrier.ts'

type PlayChances = Omit<PlaySettings, 'webhook_secret'>

/** A message that the play carrier will send. `send_at` null: it gets lost. */
export interface PlayLine {
  status: string
  happened_at: Date
  send_at: Date | null
}

/**
 * Plans what happens to a parcel and which messages tell it: some come late, twice, in another sequence or not at all.
 * `chance` returns numbers from 0 to 1.
 */
export function playTimeline(chances: PlayChances, begin: Date, chance: () => number): PlayLine[] {
  const happens = (percent: number) => chance() * 100 < percent
  // The courier needs a step more to fetch it: staff can scan it into a note before.
  const after = (steps: number) =>
    new Date(begin.getTime() + (steps === 0 ? 0 : steps + 1) * chances.step_s * 1_000)
  const lines: PlayLine[] = stations(chances, happens).map((status, n) => {
    const delay = happens(chances.late_percent) ? 3 : 0
    const send_at = happens(chances.drop_percent) ? null : after(n + delay)
    return { status, happened_at: after(n), send_at }
  })
  // Of two swapped messages the first waits: the second cannot come before it happened.
  for (const [n, line] of [...lines.entries()].reverse()) {
    const next_at = lines[n + 1]?.send_at ?? null
    if (next_at === null || line.send_at === null || !happens(chances.swap_percent)) continue
    if (line.send_at <= next_at) line.send_at = new Date(next_at.getTime() + 1)
  }
  const doubled = lines.filter(() => happens(chances.double_percent))
  return [...lines, ...doubled.map((line) => ({ ...line }))]
}

function stations(chances: PlayChances, happens: (percent: number) => boolean): string[] {
  const begun = ['ready', 'picked', 'delivering']
  if (happens(chances.lose_percent)) return [...begun, 'lost']
  if (happens(chances.return_percent)) return [...begun, 'delivery_fail', 'return']
  if (happens(chances.fail_percent)) return [...begun, 'delivery_fail', 'delivering', 'delivered']
  return [...begun, 'delivered']
}
