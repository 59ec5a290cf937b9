/** What a process that answers is given by the one that started it. */
export interface WorkOrder {
  database_url: string
  /** Drawn for this start, known to all its processes (hex). */
  drawn_secret: string
  runs_jobs: boolean
}

/** Words between the processes; prom-client sends its own beside them. */
export type ToWorker =
  | { tiem: 'open'; order: WorkOrder }
  | { tiem: 'metrics'; id: number; text: string | null }
export type FromWorker = { tiem: 'opened' } | { tiem: 'metrics?'; id: number }

export function isToWorker(message: unknown): message is ToWorker {
  return wordOf(message) === 'open' || wordOf(message) === 'metrics'
}

export function isFromWorker(message: unknown): message is FromWorker {
  return wordOf(message) === 'opened' || wordOf(message) === 'metrics?'
}

function wordOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'tiem' in message ? message.tiem : null
}
