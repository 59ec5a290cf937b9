import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '#platform/observe/log.ts'

/** The channel on which database triggers send the tags of changes. */
const CHANGE_CHANNEL = 'shop_change'

/** Anything may have changed: the feed publishes this tag after a lost connection. */
export const EVERYTHING = '*'

/** The tags it returns are added to the batch for the listeners that subscribed after it. */
type ChangeListener = (tags: ReadonlySet<string>) => Promise<Iterable<string> | void>

export interface ChangeFeed {
  /** Listeners are awaited in the sequence of their subscription. The returned function unsubscribes. */
  subscribe: (listener: ChangeListener) => () => void
  /** Publishes a tag in this process only, as if the database had sent it. */
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
 * Listens to changes in the database, on a connection of its own that is always renewed. Resolves when it
 * listens, or when the first attempt failed; further attempts then follow in the background.
 */
export async function openChangeFeed({ database_url, log }: FeedOptions): Promise<ChangeFeed> {
  const dispatcher = createDispatcher(log)
  const closing = new AbortController()
  const ended = new WeakSet<Client>()
  let client: Client | null = null
  const attempt = async () => {
    const connected = await connect(database_url, { publish: dispatcher.publish, lost })
    if (ended.has(connected)) throw new Error('the connection ended as soon as it was open')
    if (closing.signal.aborted) return drop(connected)
    client = connected
  }
  // A lost connection is reported several times. Only the first report starts to reconnect.
  function lost(ended_client: Client, error: Error | null): void {
    ended.add(ended_client)
    if (client !== ended_client || closing.signal.aborted) return
    client = null
    log.warn({ err: error }, 'the change feed lost its connection: reconnecting')
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
        log.debug({ err: error }, 'the change feed still has no connection')
      }
    }
  }
  try {
    await attempt()
  } catch (error) {
    log.error({ err: error }, 'the change feed has no connection: further attempts follow')
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
    // A pulled cable reports nothing: it is only detected by a missing answer.
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

/** Collects tags for a moment and passes them to the listeners, one batch at a time. */
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
    /** Accepts nothing more and waits for the running batch. */
    close: async () => {
      is_closed = true
      await running
    },
  }
}

/** A failing listener is logged; the later ones are notified that anything may have changed. */
async function notify(listener: ChangeListener, tags: Set<string>, log: Log): Promise<void> {
  try {
    for (const tag of (await listener(tags)) ?? []) tags.add(tag)
  } catch (error) {
    log.error({ err: error, tags: [...tags].slice(0, 20) }, 'a listener of the change feed failed')
    tags.add(EVERYTHING)
  }
}
