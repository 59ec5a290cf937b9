import type { FastifyBaseLogger } from 'fastify'

/** What happens to many is logged so often in a second; the rest is counted. */
const lines_each_second = 20
const second_ms = 1_000

type LogOften = (
  log: FastifyBaseLogger,
  level: 'info' | 'error',
  key: string,
  fields: Record<string, unknown>,
  message: string,
) => void

/**
 * Logs what happens by the thousand in a rush: the first lines of each second whole, all others as one
 * line that says how many. A line costs more than the answer that it is about.
 */
export function throttledLog(): LogOften {
  const counts = new Map<string, number>()
  return (log, level, key, fields, message) => {
    const before = counts.get(key)
    counts.set(key, (before ?? 0) + 1)
    if ((before ?? 0) < lines_each_second) log[level](fields, message)
    if (before !== undefined) return
    const { err: _first, ...about } = fields
    const sum = () => {
      const more = (counts.get(key) ?? 0) - lines_each_second
      counts.delete(key)
      if (more > 0) log[level]({ ...about, times: more }, `${message}, and again`)
    }
    setTimeout(sum, second_ms).unref()
  }
}
