import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { type FromWorker, isToWorker, type WorkOrder } from '#platform/processes/worker-messages.ts'

/** Whether this process was started by another to answer beside its like. */
export function isWorker(): boolean {
  return cluster.isWorker
}

/** Waits for what the process that started this one wants it to open. */
export function workOrder(): Promise<WorkOrder> {
  return new Promise((resolve) => {
    const receive = (message: unknown) => {
      if (!isToWorker(message) || message.tiem !== 'open') return
      process.off('message', receive)
      resolve(message.order)
    }
    process.on('message', receive)
  })
}

/** Notifies the process that started this one: requests are being answered. */
export function notifyOpened(): void {
  send({ tiem: 'opened' })
}

/** A successor that does not open cannot keep anybody here. */
const successor_limit_ms = 10_000

/** Notifies it that this process is about to end; resolves when another answers instead. */
export function awaitSuccessor(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, successor_limit_ms).unref()
    process.on('disconnect', resolve)
    process.on('message', (message: unknown) => {
      if (isToWorker(message) && message.tiem === 'go') resolve()
    })
    send({ tiem: 'leaving' })
  })
}

/** The figures of all processes together, as the one that started them gathers them. */
export function gatherMetrics(): Promise<string> {
  const id = randomUUID()
  return new Promise((resolve, reject) => {
    const receive = (message: unknown) => {
      if (!isToWorker(message) || message.tiem !== 'metrics' || message.id !== id) return
      process.off('message', receive)
      if (message.text === null) reject(new Error('the other processes gave no figures'))
      else resolve(message.text)
    }
    process.on('message', receive)
    send({ tiem: 'metrics?', id })
  })
}

function send(message: FromWorker): void {
  process.send?.(message)
}
