import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import type { StatementName } from '#platform/database/statement-names.ts'

interface ConnectionOptions {
  nameOf: StatementName
  /** How long a statement may go without a word from the server before its connection is closed. */
  silence_limit_ms: number
}

/**
 * A connection of the pool as Kysely uses it. Two things happen here and nowhere else: a statement
 * gets its name, so that PostgreSQL parses and plans it once; and a connection that has gone silent is
 * closed, so that everybody who waits on it is answered and the pool opens another (decisions/004).
 */
export function pooledConnection(
  client: PoolClient,
  { nameOf, silence_limit_ms }: ConnectionOptions,
): PostgresPoolClient {
  let has_own_limit = false

  const query = async <Row>(text: string, values: unknown[]) => {
    // A transaction that sets a limit of its own may be silent for as long as that.
    if (text.includes('statement_timeout')) has_own_limit = true
    else if (text === 'commit' || text === 'rollback') has_own_limit = false
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

/** What has neither name nor values goes as a simple query, which may hold several statements. */
function send(
  client: PoolClient,
  name: string | null,
  text: string,
  values: unknown[],
): Promise<unknown> {
  if (name !== null) return client.query({ name, text, values })
  return values.length === 0 ? client.query(text) : client.query(text, values)
}

/** Does not wait for a server that may be gone. */
function close(client: PoolClient): void {
  client.end().catch(() => undefined)
}
