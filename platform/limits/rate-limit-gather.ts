import type { Ask, Full, RateCounts } from '#platform/limits/rate-limit-counts.ts'

interface Waiting extends PromiseWithResolvers<Full | null> {
  ask: Ask
  now: Date
}

/** Takes asks of different keys and one rule at once; returns those that had no room. */
type TakeAll = (asks: readonly Ask[], now: Date) => Promise<Full[]>

/**
 * Asks that come while others are under way go together with the next, by rule. A key goes once each
 * time; when it proves full, all that wait for it learn so at once.
 */
export function gatherTakes(takeAll: TakeAll): RateCounts['take'] {
  let waiting: Waiting[] = []
  let is_under_way = false
  const run = async () => {
    is_under_way = true
    while (waiting.length > 0) {
      const round = waiting
      waiting = []
      waiting.unshift(...(await settle(round, takeAll)))
    }
    is_under_way = false
  }
  return async (asks, now) => {
    const mine = asks.map((ask): Waiting => ({ ask, now, ...Promise.withResolvers() }))
    waiting.push(...mine)
    if (!is_under_way && mine.length > 0) {
      is_under_way = true
      setImmediate(run)
    }
    const full = await Promise.all(mine.map(({ promise }) => promise))
    return full.filter((one) => one !== null)
  }
}

/** Asks once for each key; gives back those that must wait for another time. */
async function settle(round: readonly Waiting[], takeAll: TakeAll): Promise<Waiting[]> {
  const now = round.reduce((latest, one) => (one.now > latest ? one.now : latest), new Date(0))
  const firsts = new Map<string, Waiting>()
  const others: Waiting[] = []
  for (const one of round) {
    if (firsts.has(one.ask.key)) others.push(one)
    else firsts.set(one.ask.key, one)
  }
  const by_rule = Map.groupBy(
    firsts.values(),
    ({ ask: { most, window_ms } }) => `${most}/${window_ms}`,
  )
  const full = new Map<string, Full>()
  const take = async (group: readonly Waiting[]) => {
    try {
      const found = await takeAll(
        group.map(({ ask }) => ask),
        now,
      )
      for (const one of found) full.set(one.key, one)
      for (const { ask, resolve } of group) resolve(full.get(ask.key) ?? null)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  await Promise.all([...by_rule.values()].map(take))
  return others.filter(({ ask, resolve }) => {
    const found = full.get(ask.key)
    const is_full = found !== undefined && ask.most <= (firsts.get(ask.key)?.ask.most ?? 0)
    if (is_full) resolve(found)
    return !is_full
  })
}
