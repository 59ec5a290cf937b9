import { isDatabaseUnavailable } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'

/** Logs a page that broke. The answer tells a shopper the reference under which the log has it. */
export function pageReport(log: Log) {
  return (error: unknown, path: string): { status: 500 | 503; detail: string } => {
    const status = isDatabaseUnavailable(error) ? 503 : 500
    const reference = crypto.randomUUID()
    log.error({ err: error, reference, path }, 'a page broke')
    return { status, detail: `Mã sự cố: ${reference}` }
  }
}
