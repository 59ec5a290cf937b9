import { Readable } from 'node:stream'
import { z } from 'zod'
import { declared } from '#pure/contract.ts'

const wait = z.object({ retry_after: z.int() })

const { refuse } = declared({
  too_many_streams: {
    status: 429,
    meaning: 'This session has as many event streams as one browser needs. Poll instead.',
    data: wait,
  },
  streams_full: {
    status: 503,
    meaning: 'This process has no event stream to give. Poll instead.',
    data: wait,
  },
})

/** When a browser that was refused may try again. Until then it polls. */
const retry_after = 60

/** A browser opens one stream. Some more are left over for connections that have broken without notice. */
const max_of_session = 4
/** Each costs a socket and a row that is read at every beat. */
const max_of_process = 500

/** One open answer of server-sent events. */
export interface EventStream {
  readonly body: Readable
  /** Sends an event. `data` has no line break. */
  send: (event: string, data: string) => void
  /** Sends a sign of life: proxies keep the connection, and the browser notices one that has gone silent. */
  beat: () => void
  end: () => void
  /** Calls a function once, when the stream has ended in whatever way. */
  onEnd: (ended: () => void) => void
}

interface EventStreams {
  /** Opens a stream for a session. Refuses with `too_many_streams` or `streams_full`. */
  open: (session: number) => EventStream
  endAll: () => void
}

/** The event streams of this process. All end as soon as `ending` is aborted; then no other is opened. */
export function openEventStreams(ending: AbortSignal): EventStreams {
  const open = new Map<EventStream, number>()
  const endAll = () => {
    for (const stream of open.keys()) stream.end()
  }
  ending.addEventListener('abort', endAll)
  return {
    endAll,
    open(session) {
      if (ending.aborted || open.size >= max_of_process) {
        throw refuse('streams_full', { retry_after })
      }
      const of_session = [...open.values()].filter((other) => other === session)
      if (of_session.length >= max_of_session) throw refuse('too_many_streams', { retry_after })
      const stream = createStream()
      open.set(stream, session)
      stream.onEnd(() => open.delete(stream))
      return stream
    },
  }
}

/** A browser connects again after 3 to 6 seconds, so that those of a process that has ended do not come at once. */
const reconnect_ms = () => 3_000 + Math.floor(Math.random() * 3_000)

function createStream(): EventStream {
  const body = new Readable({ read: () => undefined })
  let has_ended = false
  const write = (text: string) => {
    if (!has_ended && !body.destroyed) body.push(text)
  }
  write(`retry: ${reconnect_ms()}\n\n`)
  return {
    body,
    send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
    // Browsers show no comment to scripts.
    beat: () => write('event: beat\ndata: .\n\n'),
    end() {
      if (has_ended) return
      has_ended = true
      body.push(null)
    },
    onEnd: (ended) => void body.once('close', ended),
  }
}
