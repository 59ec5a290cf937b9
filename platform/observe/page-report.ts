import { isDatabaseUnavailable } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { requestId } from '#platform/observe/request-id.ts'
import { failedCallOf } from '#pure/failed-call.ts'

/** Logs a failed page with the service that failed. The page shows the shopper the id of the request. */
export function pageReport(log: Log) {
  return (error: unknown, path: string): { status: 500 | 503; detail: string } => {
    const status = isDatabaseUnavailable(error) ? 503 : 500
    const request_id = requestId() ?? crypto.randomUUID()
    log.error({ err: error, request_id, path, ...failedCallOf(error) }, 'a page broke')
    return { status, detail: `Mã sự cố: ${request_id}` }
  }
}
