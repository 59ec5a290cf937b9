import type { PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import type { AskInRound } from '#platform/database/read-rounds.ts'
import type { StatementName } from '#platform/database/statement-names.ts'
import { sendRound } from '#platform/database/statement-round.ts'

interface ConnectionOptions {
  nameOf: StatementName
  /** How long a statement may wait for the server before its connection is closed, in ms. */
  silence_limit_ms: number
  /** Called for each statement that is sent. */
  onStatement: () => void
}

/**
 * A connection of the pool as Kysely uses it. It gives each statement its name, so that PostgreSQL parses
 * and plans it once. It closes a connection that does not answer, so that all waiting callers get an error
 * and the pool opens another connection (decisions/004).
 */
export function pooledConnection(
  client: PoolClient,
  { nameOf, silence_limit_ms, onStatement }: ConnectionOptions,
): PostgresPoolClient {
  let has_own_limit = false
  let is_begin_due = false

  const answer = async (text: string, values: unknown[]) => {
    const named = nameOf(text)
    const begin = is_begin_due ? [begin_statement] : []
    is_begin_due = false
    if (named !== null) {
      const results = await sendRound(client, [...begin, { name: named.name, text, values }])
      return results.at(-1)
    }
    if (begin.length > 0) await client.query(begin_statement.text)
    // A statement without name and values is sent as a simple query, which may contain several statements.
    return values.length === 0 ? client.query(text) : client.query(text, values)
  }
  const query = async (text: string, values: unknown[]) => {
    // The server hears of a transaction with its first statement.
    if (text === begin_statement.text) {
      is_begin_due = true
      return no_rows
    }
    // A transaction that sets its own limit may take that long.
    if (text.includes('statement_timeout')) has_own_limit = true
    else if (text === 'commit' || text === 'rollback') {
      has_own_limit = false
      if (is_begin_due) {
        is_begin_due = false
        return no_rows
      }
    }
    onStatement()
    const sent = answer(text, values)
    return has_own_limit ? sent : closedIfSilent(client, sent, silence_limit_ms)
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (is_broken) => client.release(is_broken),
  }
}

const begin_statement = { name: 'begin', text: 'begin', values: [] }
const no_rows = { command: '', rowCount: 0, rows: [] }

interface SharedConnections {
  nameOf: StatementName
  askInRound: AskInRound
  take: () => Promise<PostgresPoolClient>
}

/**
 * Connections that take one of the pool only for what needs its own: a transaction, or a statement that writes or
 * waits for locks. Reads before that go into the round of the moment. They are used again, because Kysely notes each
 * connection in a WeakMap, and what stands there outlives the collections of young garbage (decision 341).
 */
export function sharedConnections(connections: SharedConnections): () => PostgresPoolClient {
  const idle: PostgresPoolClient[] = []
  return () => idle.pop() ?? sharedConnection(connections, idle)
}

function sharedConnection(
  { nameOf, askInRound, take }: SharedConnections,
  idle: PostgresPoolClient[],
): PostgresPoolClient {
  let own: PostgresPoolClient | null = null

  const query = async (text: string, values: unknown[]) => {
    const named = nameOf(text)
    if (own === null && named !== null && named.is_plain_read) {
      return askInRound({ name: named.name, text, values })
    }
    own ??= await take()
    return own.query(text, values)
  }
  const shared: PostgresPoolClient = {
    query: query as PostgresPoolClient['query'],
    release: (is_broken) => {
      own?.release(is_broken)
      own = null
      // Kysely has discarded a broken one: it would refuse every later statement on it.
      if (is_broken !== true) idle.push(shared)
    },
  }
  return shared
}

/** Closes the connection if the answer takes longer than `limit_ms`. */
export async function closedIfSilent<Answer>(
  client: PoolClient,
  answer: Promise<Answer>,
  limit_ms: number,
): Promise<Answer> {
  const timer = setTimeout(close, limit_ms, client)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}

/** Closes the connection without waiting for a server that may be gone. */
function close(client: PoolClient): void {
  client.end().catch(() => undefined)
}
