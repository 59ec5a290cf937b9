import type { FastifyBaseLogger } from 'fastify'

/** Maximum number of lines for each key in an interval. Further ones are only counted. */
interface ThrottledLogLimits {
  lines?: number
  every_ms?: number
}

type LogOften = (
  log: FastifyBaseLogger,
  level: 'info' | 'warn' | 'error',
  key: string,
  fields: Record<string, unknown>,
  message: string,
) => void

/**
 * Logs frequent events: the first lines of each interval in full, and the number of the others in one line. In
 * a rush a log line costs more than the answer it is about.
 */
export function throttledLog({ lines = 20, every_ms = 1_000 }: ThrottledLogLimits = {}): LogOften {
  const counts = new Map<string, number>()
  return (log, level, key, fields, message) => {
    const before = counts.get(key)
    counts.set(key, (before ?? 0) + 1)
    if ((before ?? 0) < lines) log[level](fields, message)
    if (before !== undefined) return
    // Error and address are those of the first event only.
    const { err: _err, ip: _ip, ...about } = fields
    const sum = () => {
      const more = (counts.get(key) ?? 0) - lines
      counts.delete(key)
      if (more > 0) log[level]({ ...about, times: more }, `${message}, and again`)
    }
    setTimeout(sum, every_ms).unref()
  }
}
