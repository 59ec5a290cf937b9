import type { Log } from '#platform/observe/log.ts'

/** Closes what this process has opened in the opposite sequence, whenever and however it ends. */
export interface ProcessEnd {
  /** Registers a function that is called at the end. */
  defer: (close: () => unknown) => void
  closeAll: () => Promise<void>
  /**
   * Closes everything and exits on a signal or an uncaught error. Before it closes, the process waits for
   * `ready` and still answers requests.
   */
  endOnSignals: (log: Log, ready?: () => Promise<void>) => void
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export function openProcessEnd(): ProcessEnd {
  const opened: (() => unknown)[] = []
  let is_ending = false

  const closeAll = async () => {
    is_ending = true
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      try {
        await close()
      } catch (error) {
        writeError(error)
      }
    }
  }

  const endOnSignals: ProcessEnd['endOnSignals'] = (log, ready = async () => undefined) => {
    let signalled_at: number | undefined
    const end = async (signal: string) => {
      if (signalled_at !== undefined) {
        // Ctrl-C arrives twice, from the terminal and through npm. Only a later signal forces the exit.
        if (performance.now() - signalled_at > 1_000) process.exit(1)
        return
      }
      signalled_at = performance.now()
      log.info(`${signal}: closing the shop`)
      await ready()
      await closeAll()
      process.exit(0)
    }
    for (const signal of signals) process.on(signal, end)
    const crash = async (error: unknown) => {
      log.fatal({ err: error }, 'uncaught error: the shop closes')
      if (!is_ending) await closeAll()
      process.exit(1)
    }
    process.on('unhandledRejection', crash)
    process.on('uncaughtException', crash)
  }

  return { defer: (close) => void opened.push(close), closeAll, endOnSignals }
}

/** Writes an error to stderr, because the log is closed already. */
function writeError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
