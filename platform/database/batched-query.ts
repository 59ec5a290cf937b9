/** How questions are put together. */
interface Together {
  /** Questions in one asking at most. */
  most_together?: number
  /** Askings under way at most: whoever comes meanwhile is asked for with the next. */
  most_under_way?: number
}

/**
 * Puts questions of many callers that come in the same moment to the database as one, by their keys. A
 * single one goes out at once; under a crowd a statement serves dozens. Nothing is remembered: every
 * answer was read after it was asked for.
 */
export function askTogether<Key, Value>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { most_together = 100, most_under_way = 2 }: Together = {},
): (key: Key) => Promise<Value | undefined> {
  type Waiting = PromiseWithResolvers<Value | undefined>
  const waiting = new Map<Key, Waiting>()
  let under_way = 0
  let is_due = false

  function startSoon(): void {
    if (is_due || waiting.size === 0 || under_way >= most_under_way) return
    is_due = true
    setImmediate(start)
  }

  function start(): void {
    is_due = false
    const asked = [...waiting].slice(0, most_together)
    if (asked.length === 0) return
    for (const [key] of asked) waiting.delete(key)
    under_way += 1
    void answer(asked)
    startSoon()
  }

  async function answer(asked: readonly [Key, Waiting][]): Promise<void> {
    try {
      const found = await ask(asked.map(([key]) => key))
      for (const [key, { resolve }] of asked) resolve(found.get(key))
    } catch (error) {
      for (const [, { reject }] of asked) reject(error)
    } finally {
      under_way -= 1
      startSoon()
    }
  }

  return (key) => {
    const mine = waiting.get(key) ?? Promise.withResolvers<Value | undefined>()
    waiting.set(key, mine)
    startSoon()
    return mine.promise
  }
}
