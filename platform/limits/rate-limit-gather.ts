import type { KeyLimit, FullKey, RateCounts } from '#platform/limits/rate-limit-counts.ts'

interface Waiting extends PromiseWithResolvers<FullKey | null> {
  key_limit: KeyLimit
  now: Date
}

/** Counts different keys with one limit at once. Returns the keys at their limit. */
type TakeAll = (key_limits: readonly KeyLimit[], now: Date) => Promise<FullKey[]>

/**
 * Collects the calls that come while a statement runs for the next one, grouped by limit. A statement counts
 * each key once. If it turns out to be full, all waiting calls with this key get that answer at once.
 */
export function gatherTakes(takeAll: TakeAll): RateCounts['take'] {
  let waiting: Waiting[] = []
  let is_under_way = false
  const run = async () => {
    is_under_way = true
    while (waiting.length > 0) {
      const round = waiting
      waiting = []
      waiting.unshift(...(await takeRound(round, takeAll)))
    }
    is_under_way = false
  }
  return async (key_limits, now) => {
    const own = key_limits.map((key_limit): Waiting => ({
      key_limit,
      now,
      ...Promise.withResolvers(),
    }))
    waiting.push(...own)
    if (!is_under_way && own.length > 0) {
      is_under_way = true
      setImmediate(run)
    }
    const full = await Promise.all(own.map(({ promise }) => promise))
    return full.filter((full_key) => full_key !== null)
  }
}

/** Counts each key once. Returns the waiting calls that need another round. */
async function takeRound(round: readonly Waiting[], takeAll: TakeAll): Promise<Waiting[]> {
  const now = round.reduce((latest, call) => (call.now > latest ? call.now : latest), new Date(0))
  const firsts = new Map<string, Waiting>()
  const others: Waiting[] = []
  for (const call of round) {
    if (firsts.has(call.key_limit.key)) others.push(call)
    else firsts.set(call.key_limit.key, call)
  }
  const by_rule = Map.groupBy(
    firsts.values(),
    ({ key_limit: { max, window_ms } }) => `${max}/${window_ms}`,
  )
  const full = new Map<string, FullKey>()
  const take = async (group: readonly Waiting[]) => {
    try {
      const full_keys = await takeAll(
        group.map(({ key_limit }) => key_limit),
        now,
      )
      for (const full_key of full_keys) full.set(full_key.key, full_key)
      for (const { key_limit, resolve } of group) resolve(full.get(key_limit.key) ?? null)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  await Promise.all([...by_rule.values()].map(take))
  return others.filter(({ key_limit, resolve }) => {
    const full_key = full.get(key_limit.key)
    const is_full =
      full_key !== undefined && key_limit.max <= (firsts.get(key_limit.key)?.key_limit.max ?? 0)
    if (is_full) resolve(full_key)
    return !is_full
  })
}
