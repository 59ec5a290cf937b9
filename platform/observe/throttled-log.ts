import type { FastifyBaseLogger } from 'fastify'

/** The same thing that happens to many is told so often in a second; the rest is counted. */
const told_each_second = 20
const second_ms = 1_000

type Tell = (
  log: FastifyBaseLogger,
  level: 'info' | 'error',
  key: string,
  fields: Record<string, unknown>,
  words: string,
) => void

/**
 * Tells a log what happens by the thousand in a rush: the first of each second whole, all others as one
 * line that says how many. A line costs more than the answer that it is about.
 */
export function crowdLog(): Tell {
  const counts = new Map<string, number>()
  return (log, level, key, fields, words) => {
    const before = counts.get(key)
    counts.set(key, (before ?? 0) + 1)
    if ((before ?? 0) < told_each_second) log[level](fields, words)
    if (before !== undefined) return
    const { err: _first, ...about } = fields
    const sum = () => {
      const more = (counts.get(key) ?? 0) - told_each_second
      counts.delete(key)
      if (more > 0) log[level]({ ...about, times: more }, `${words}, and again`)
    }
    setTimeout(sum, second_ms).unref()
  }
}
