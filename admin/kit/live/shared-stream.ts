import { live_path } from '#admin/addresses/paths.ts'

/** Where the stream cannot be had, the page is asked for this often. */
const poll_ms = 15_000
/** A stream that was refused is tried again after this time. */
const reopen_ms = 60_000
/** A stream says something every 15 s (admin/live/follow-waiting.ts). */
const silence_ms = 40_000

/** The tab that holds this lock has the stream, and tells the others over a channel of the same name. */
const shared_name = 'noi-bo:live'

/** What tabs tell each other. `hello`: a new tab asks for the last news. */
type Message = { kind: 'news'; mark: string | null } | { kind: 'hello' }

/** `mark` names the state of what waits (admin/live/waiting-mark.ts); null: not known, ask for the page. */
type Listener = (mark: string | null) => void

/**
 * Reports when something may have changed that waits for whoever sits here, while the tab is visible, and once when it
 * becomes visible again. All tabs of a browser share one event stream. Without a stream it reports every 15 s.
 * Returns a function that stops.
 */
export function followLive(onNews: Listener): () => void {
  let leave: (() => void) | null = null
  const start = () => {
    if (document.visibilityState === 'visible') leave ??= takePart(onNews)
  }
  const stop = () => {
    leave?.()
    leave = null
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return stop()
    start()
    onNews(null)
  }
  document.addEventListener('visibilitychange', onVisibility)
  start()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stop()
  }
}

/** Locks exist on https and localhost only. Without them tabs cannot share: each one polls. */
function takePart(onNews: Listener): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return poll(onNews)
  const leaving = new AbortController()
  let stopPolling: (() => void) | undefined
  const channel = new BroadcastChannel(shared_name)
  /** The last mark, in the tab that has the stream. */
  let own_mark: string | null = null
  const send = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'news') onNews(data.mark)
    else if (own_mark !== null) send({ kind: 'news', mark: own_mark })
  })
  send({ kind: 'hello' })
  const lead = () =>
    keepStream(leaving.signal, (mark) => {
      own_mark = mark
      send({ kind: 'news', mark })
      onNews(mark)
    })
  // The lock passes to another tab when this one leaves or dies.
  navigator.locks.request(shared_name, { signal: leaving.signal }, lead).catch(() => {
    // The browser forbids locks here.
    if (!leaving.signal.aborted) stopPolling = poll(onNews)
  })
  return () => {
    leaving.abort()
    stopPolling?.()
    channel.close()
  }
}

function poll(onNews: Listener): () => void {
  const timer = setInterval(onNews, poll_ms, null)
  return () => clearInterval(timer)
}

/** Keeps the stream open, and polls as long as it is not. Resolves when the signal is aborted. */
function keepStream(signal: AbortSignal, tell: Listener): Promise<void> {
  let source = openSource(tell)
  let reopening: ReturnType<typeof setTimeout> | undefined
  const timer = setInterval(() => {
    if (source.isLive()) return
    tell(null)
    if (source.isConnecting()) return
    reopening ??= setTimeout(() => {
      reopening = undefined
      source = openSource(tell)
    }, reopen_ms - poll_ms)
  }, poll_ms)
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(timer)
      clearTimeout(reopening)
      source.close()
      resolve()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

function openSource(tell: Listener) {
  const source = new EventSource(live_path)
  let heard_at = performance.now()
  const hear = () => {
    heard_at = performance.now()
  }
  for (const event of ['open', 'beat', 'waiting']) source.addEventListener(event, hear)
  source.addEventListener('waiting', ({ data }: MessageEvent<string>) => tell(data))
  return {
    /**
     * After the sleep of a laptop, or behind a proxy that collects, an open stream may say nothing: then it is closed.
     */
    isLive: () => {
      if (performance.now() - heard_at > silence_ms) source.close()
      return source.readyState === EventSource.OPEN
    },
    /** The browser itself connects again, unless it was refused. */
    isConnecting: () => source.readyState === EventSource.CONNECTING,
    close: () => source.close(),
  }
}
