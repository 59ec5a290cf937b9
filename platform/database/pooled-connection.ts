import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import type { StatementName } from '#platform/database/statement-names.ts'

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

  const query = async <Row>(text: string, values: unknown[]) => {
    // A transaction that sets its own limit may take that long.
    if (text.includes('statement_timeout')) has_own_limit = true
    else if (text === 'commit' || text === 'rollback') has_own_limit = false
    onStatement()
    const answer = send(client, nameOf(text), text, values)
    const timer = has_own_limit ? undefined : setTimeout(close, silence_limit_ms, client)
    try {
      return (await answer) as PostgresQueryResult<Row>
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (is_broken) => client.release(is_broken),
  }
}

/** A statement without name and values is sent as a simple query, which may contain several statements. */
function send(
  client: PoolClient,
  name: string | null,
  text: string,
  values: unknown[],
): Promise<unknown> {
  if (name !== null) return client.query({ name, text, values })
  return values.length === 0 ? client.query(text) : client.query(text, values)
}

/** Closes the connection without waiting for a server that may be gone. */
function close(client: PoolClient): void {
  client.end().catch(() => undefined)
}
