/** Limits of the batches. */
interface BatchLimits {
  /** Maximum number of keys in one query. */
  max_batch?: number
  /** Maximum number of queries at the same time. Further keys wait for the next query. */
  max_running?: number
}

/**
 * Combines the lookups of many callers at the same moment into one query by key. A single lookup is sent at
 * once; under load one statement serves dozens. Nothing is cached: every answer is read after its request.
 */
export function batchQueries<Key, Value>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { max_batch = 100, max_running = 2 }: BatchLimits = {},
): (key: Key) => Promise<Value | undefined> {
  type Waiting = PromiseWithResolvers<Value | undefined>
  const waiting = new Map<Key, Waiting>()
  let under_way = 0
  let is_due = false

  function startSoon(): void {
    if (is_due || waiting.size === 0 || under_way >= max_running) return
    is_due = true
    setImmediate(start)
  }

  function start(): void {
    is_due = false
    const batch = [...waiting].slice(0, max_batch)
    if (batch.length === 0) return
    for (const [key] of batch) waiting.delete(key)
    under_way += 1
    void answer(batch)
    startSoon()
  }

  async function answer(batch: readonly [Key, Waiting][]): Promise<void> {
    try {
      const values = await ask(batch.map(([key]) => key))
      for (const [key, { resolve }] of batch) resolve(values.get(key))
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
    } finally {
      under_way -= 1
      startSoon()
    }
  }

  return (key) => {
    const entry = waiting.get(key) ?? Promise.withResolvers<Value | undefined>()
    waiting.set(key, entry)
    startSoon()
    return entry.promise
  }
}
