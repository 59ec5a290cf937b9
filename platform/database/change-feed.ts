import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '#platform/observe/log.ts'

/** The channel on which triggers of the database say what changed. */
export const CHANGE_CHANNEL = 'shop_change'

/** Anything may have changed: what the feed publishes after it was disconnected for a while. */
export const EVERYTHING = '*'

/** Tags it returns reach those that subscribed after it, together with what changed. */
export type ChangeListener = (tags: ReadonlySet<string>) => Promise<Iterable<string> | void>

export interface ChangeFeed {
  /** Listeners are awaited one after another in the order they came; the returned function unsubscribes. */
  subscribe: (listener: ChangeListener) => () => void
  /** Notifies this process alone, as if the database had. */
  publish: (tag: string) => void
  /** Whether it is connected and listens at this moment. */
  isListening: () => boolean
  close: () => Promise<void>
}

interface FeedOptions {
  database_url: string
  log: Log
}

const batch_ms = 25
const heartbeat_ms = 10_000
const answer_limit_ms = 5_000
const longest_pause_ms = 2_000

/**
 * Listens to what changed in the database, on a connection of its own that is renewed for ever. Resolves
 * when it listens, or when a first attempt failed and the next ones go on by themselves.
 */
export async function openChangeFeed({ database_url, log }: FeedOptions): Promise<ChangeFeed> {
  const dispatcher = createDispatcher(log)
  const closing = new AbortController()
  const ended = new WeakSet<Client>()
  let client: Client | null = null
  const attempt = async () => {
    const found = await connect(database_url, { publish: dispatcher.publish, lost })
    if (ended.has(found)) throw new Error('the connection ended as soon as it was there')
    if (closing.signal.aborted) return drop(found)
    client = found
  }
  // A connection reports several times that it is gone; the first report begins the search for another.
  function lost(gone: Client, error: Error | null): void {
    ended.add(gone)
    if (client !== gone || closing.signal.aborted) return
    client = null
    log.warn({ err: error }, 'changes of the database do not arrive: connecting anew')
    void reconnect()
  }
  async function reconnect(): Promise<void> {
    for (let pause = 50; !closing.signal.aborted; pause = Math.min(pause * 2, longest_pause_ms)) {
      await sleep(pause * (0.5 + Math.random()), undefined, { ref: false })
      if (closing.signal.aborted) return
      try {
        await attempt()
        log.info('changes of the database arrive again')
        return dispatcher.publish(EVERYTHING)
      } catch (error) {
        log.debug({ err: error }, 'changes of the database still do not arrive')
      }
    }
  }
  try {
    await attempt()
  } catch (error) {
    log.error({ err: error }, 'changes of the database do not arrive: the next attempts follow')
    void reconnect()
  }
  return {
    subscribe: dispatcher.subscribe,
    publish: (tag) => {
      if (!closing.signal.aborted) dispatcher.publish(tag)
    },
    isListening: () => client !== null,
    close: async () => {
      closing.abort()
      const last = client
      client = null
      if (last !== null) drop(last)
      await dispatcher.close()
    },
  }
}

interface Handlers {
  publish: (tag: string) => void
  lost: (client: Client, error: Error | null) => void
}

async function connect(url: string, { publish, lost }: Handlers): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'tiem changes',
    keepAlive: true,
    connectionTimeoutMillis: answer_limit_ms,
    query_timeout: answer_limit_ms,
  })
  const heartbeat = setInterval(() => {
    // A cable that was pulled reports nothing: only an answer that does not come shows it.
    client.query('select 1').catch((error: Error) => {
      drop(client)
      lost(client, error)
    })
  }, heartbeat_ms)
  heartbeat.unref()
  client.on('notification', ({ payload }) => publish(payload ?? EVERYTHING))
  client.on('error', (error) => lost(client, error))
  client.on('end', () => {
    clearInterval(heartbeat)
    lost(client, null)
  })
  try {
    await client.connect()
    await client.query(`listen ${CHANGE_CHANNEL}`)
    return client
  } catch (error) {
    clearInterval(heartbeat)
    drop(client)
    throw error
  }
}

/** Closes a connection without waiting for a server that may be gone. */
function drop(client: Client): void {
  client.end().catch(() => undefined)
}

/** Gathers tags for a moment and notifies the listeners of them, one batch at a time. */
function createDispatcher(log: Log) {
  const listeners = new Set<ChangeListener>()
  let pending = new Set<string>()
  let running: Promise<void> | null = null
  let is_closed = false
  const dispatch = async () => {
    while (pending.size > 0) {
      await sleep(batch_ms)
      const tags = pending
      pending = new Set()
      for (const listener of listeners) await notify(listener, tags, log)
    }
    running = null
  }
  return {
    publish(tag: string): void {
      if (is_closed) return
      pending.add(tag)
      running ??= dispatch()
    },
    subscribe(listener: ChangeListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Takes nothing more and waits for the batch that is under way. */
    close: async () => {
      is_closed = true
      await running
    },
  }
}

/** A listener that breaks is logged; the others are notified that anything may have changed. */
async function notify(listener: ChangeListener, tags: Set<string>, log: Log): Promise<void> {
  try {
    for (const tag of (await listener(tags)) ?? []) tags.add(tag)
  } catch (error) {
    log.error({ err: error, tags: [...tags].slice(0, 20) }, 'a listener to changes broke')
    tags.add(EVERYTHING)
  }
}
