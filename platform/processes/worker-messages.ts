/** The settings that a worker process gets from the primary process. */
export interface WorkOrder {
  database_url: string
  /** Generated at each start, shared by all processes (hex). */
  drawn_secret: string
  runs_jobs: boolean
}

/** Messages between the processes. prom-client sends its own in addition. */
export type ToWorker =
  | { tiem: 'open'; order: WorkOrder }
  | { tiem: 'metrics'; id: string; text: string | null }
  | { tiem: 'go' }
export type FromWorker =
  | { tiem: 'opened' }
  | { tiem: 'metrics?'; id: string }
  /** The worker has to end. It still answers requests until it receives `go`. */
  | { tiem: 'leaving' }

export function isToWorker(message: unknown): message is ToWorker {
  return ['open', 'metrics', 'go'].includes(nameOf(message))
}

export function isFromWorker(message: unknown): message is FromWorker {
  return ['opened', 'metrics?', 'leaving'].includes(nameOf(message))
}

function nameOf(message: unknown): string {
  return typeof message === 'object' && message !== null && 'tiem' in message
    ? String(message.tiem)
    : ''
}
