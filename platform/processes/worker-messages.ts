/** What a process that answers is given by the one that started it. */
export interface WorkOrder {
  database_url: string
  /** Drawn for this start, known to all its processes (hex). */
  drawn_secret: string
  runs_jobs: boolean
}

/** Messages between the processes; prom-client sends its own beside them. */
export type ToWorker =
  | { tiem: 'open'; order: WorkOrder }
  | { tiem: 'metrics'; id: string; text: string | null }
  | { tiem: 'go' }
export type FromWorker =
  | { tiem: 'opened' }
  | { tiem: 'metrics?'; id: string }
  /** It was told to end and goes on answering until it receives `go`. */
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
