import { Kysely, PostgresDialect, type PostgresPoolClient, sql, Transaction } from 'kysely'
import { DatabaseError, Pool, types, type PoolClient } from 'pg'
import {
  closedIfSilent,
  pooledConnection,
  sharedConnections,
} from '#platform/database/pooled-connection.ts'
import { readRounds } from '#platform/database/read-rounds.ts'
import { statementNames } from '#platform/database/statement-names.ts'

/** No connection became free in time, or the server is unavailable: the caller may try again soon (503). */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database gave no connection in time', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

type DatabaseOptions = {
  /** Maximum number of open connections. A request waits at most two seconds for one. */
  max?: number
  /**
   * Number of connections that stay open when nobody uses them: the first requests after a quiet hour need no new one.
   */
  kept_open?: number
  application_name?: string
  /** Whether reads of the same moment share a connection, in one round to the server (decision 328). */
  gathers_reads?: boolean
  /** How long a statement may wait for the server before its connection is closed, in ms. */
  silence_limit_ms?: number
  /** Called when a connection breaks, for the log. The pool replaces it. */
  onConnectionLost?: (error: Error) => void
}

const connection_wait_ms = 2_000
/** An idle connection holds 5 MB of PostgreSQL's memory; a new one costs some milliseconds (decision 331). */
const idle_limit_ms = 20_000
const statement_limit_ms = 10_000
/** A statement that waits longer for a locked row fails. The caller may try again. */
const lock_limit_ms = 4_000
/** A reachable server ends a statement itself. One that is silent for longer cannot be reached. */
const silence_limit_ms = statement_limit_ms + 2_000
const idle_transaction_limit_ms = 15_000
const transaction_attempts = 3

const int8 = 20
const numeric = 1700
const date = 1082

/** A query builder with access to its pool, for the figures of /metrics. */
export class PooledDatabase<Tables> extends Kysely<Tables> {
  readonly pool: Pool
  /** Number of statements sent so far. */
  statements = 0

  constructor(pool: Pool, connect: () => Promise<PostgresPoolClient>) {
    const dialect = new PostgresDialect({
      pool: { connect, end: () => pool.end(), options: pool.options },
    })
    super({ dialect })
    this.pool = pool
  }
}

/** A query builder over a bounded pool. Whole numbers, sums and money are read as numbers, days as text. */
export function openDatabase<Tables>(
  url: string,
  options: DatabaseOptions = {},
): PooledDatabase<Tables> {
  const pool = openPool(url, options)
  const connections = new WeakMap<PoolClient, PostgresPoolClient>()
  const nameOf = statementNames()
  const silence_ms = options.silence_limit_ms ?? silence_limit_ms
  const onStatement = () => (database.statements += 1)
  const connectionOf = (client: PoolClient) => {
    const connection =
      connections.get(client) ??
      pooledConnection(client, { nameOf, silence_limit_ms: silence_ms, onStatement })
    connections.set(client, connection)
    return connection
  }
  const take = async () => connectionOf(await clientOf(pool))
  const askInRound = readRounds({
    take: () => clientOf(pool),
    askAlone: (client, { text, values }) => connectionOf(client).query(text, values),
    limit: (client, answer) => closedIfSilent(client, answer, silence_ms),
    onStatement,
  })
  const share = sharedConnections({ nameOf, askInRound, take })
  const database = new PooledDatabase<Tables>(
    pool,
    options.gathers_reads === true ? async () => share() : take,
  )
  return database
}

/** Whether PostgreSQL refused a statement because of this constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.constraint === constraint
}

/**
 * Runs `work` in one transaction. Repeats it if PostgreSQL chose it as the victim of a deadlock, so `work`
 * must not have effects outside of the database. Within a transaction it is a part of that one.
 */
export async function transaction<Tables, T>(
  database: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
  options: { statement_timeout_ms?: number } = {},
): Promise<T> {
  if (database instanceof Transaction) return work(database)
  const limit = options.statement_timeout_ms
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().execute(async (trx) => {
        if (limit !== undefined) {
          await sql`select set_config('statement_timeout', ${String(limit)}, true)`.execute(trx)
        }
        return await work(trx)
      })
    } catch (error) {
      if (attempt >= transaction_attempts || !isVictim(error)) throw error
    }
  }
}

/** True if the database is unavailable or overloaded. Such a request is answered with 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  // 08: connection, 53: resources, 57P0x: shutdown, crash, not yet ready, 55P03, 57014, 25P03: a time limit
  // was reached (PostgreSQL appendix A).
  if (/^(08...|53...|57P0[1235]|55P03|57014|25P0[34])$/.test(code)) return true
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'].includes(code)) return true
  return error instanceof Error && /^Connection terminated|not queryable/.test(error.message)
}

/** Connections in use and idle, and callers waiting for one, for /metrics. */
export function connectionCounts({ pool }: Pick<PooledDatabase<unknown>, 'pool'>) {
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

function openPool(url: string, options: DatabaseOptions): Pool {
  const lost = options.onConnectionLost ?? (() => undefined)
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: connection_wait_ms,
    idleTimeoutMillis: idle_limit_ms,
    min: options.kept_open ?? 0,
    keepAlive: true,
    application_name: options.application_name ?? 'tiem',
    statement_timeout: statement_limit_ms,
    lock_timeout: lock_limit_ms,
    idle_in_transaction_session_timeout: idle_transaction_limit_ms,
    types: { getTypeParser: parserOf },
  })
  pool.on('error', lost)
  // The pool has no error listener on a client that is in use: without this one a restart of the database
  // would end the process.
  pool.on('connect', (client) => void client.on('error', lost))
  return pool
}

async function clientOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (isDatabaseUnavailable(error) || isTimeout(error)) throw new DatabaseUnavailable(error)
    throw error
  }
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === int8 || oid === numeric) return Number
  if (oid === date) return String
  return types.getTypeParser(oid, format ?? 'text')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/.test(error.message)
}

function isVictim(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return String(error.code)
}
