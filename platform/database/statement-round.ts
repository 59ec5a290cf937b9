import { type Connection, type FieldDef, type PoolClient, Query, type Submittable } from 'pg'

export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** Rows and command of a statement, as Kysely reads them. */
export interface StatementResult {
  command: string
  rowCount: number | null
  rows: unknown[]
}

/** What pg calls on the query that is being answered. */
interface AnsweredQuery extends Submittable {
  name: string
  text: string
  handleRowDescription: (message: { fields: FieldDef[] }) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: Connection) => void
  handleReadyForQuery: (connection: Connection) => void
}

/** A connection of pg, with the names of statements that it has sent and that are not confirmed yet. */
interface Wire extends Connection {
  submittedNamedStatements: Record<string, string>
}

/** A connection as the statements of a round write to it. */
interface RoundWire {
  /** Leaves the Sync to the round. */
  first: Connection
  /** Also leaves out Describe, for statements whose columns are known. */
  again: Connection
  columns: Map<string, FieldDef[]>
}

const wires = new WeakMap<Connection, RoundWire>()

/**
 * Several statements that pg handles as one query: one write to the socket, one Sync, and so one packet with all
 * results. PostgreSQL runs them in sequence in one transaction: if one fails, none has a result.
 */
class StatementRound implements AnsweredQuery {
  readonly results: Promise<StatementResult[]>
  readonly #outcome = Promise.withResolvers<StatementResult[]>()
  readonly #queries: readonly AnsweredQuery[]
  readonly #complete: StatementResult[] = []
  #columns: RoundWire['columns'] = new Map()
  #current = 0

  constructor(statements: readonly Statement[], types: PoolClient) {
    this.results = this.#outcome.promise
    this.#queries = statements.map((statement) => {
      const query = new Query({ ...statement, types }, (error: Error | undefined, result) => {
        if (error) this.#outcome.reject(error)
        else this.#complete.push(result)
      })
      return query as unknown as AnsweredQuery
    })
  }

  /** Pg notes by name and text which statement the server has prepared. */
  get name(): string {
    return this.#queries[this.#current]?.name ?? ''
  }

  get text(): string {
    return this.#queries[this.#current]?.text ?? ''
  }

  submit(connection: Connection): null {
    const { first, again, columns } = wires.get(connection) ?? openWire(connection)
    this.#columns = columns
    connection.stream.cork()
    for (const query of this.#queries) {
      const fields = columns.get(query.name)
      if (fields !== undefined) query.handleRowDescription({ fields })
      query.submit(fields === undefined ? first : again)
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription(message: { fields: FieldDef[] }): void {
    this.#columns.set(this.name, message.fields)
    this.#queries[this.#current]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#current]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#queries[this.#current]?.handleCommandComplete(message, connection)
    this.#current += 1
  }

  handleError(error: Error, connection: Connection): void {
    // The statements after this one were not prepared.
    for (const { name } of this.#queries) delete (connection as Wire).submittedNamedStatements[name]
    this.#outcome.reject(error)
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    this.#outcome.resolve(this.#complete)
  }
}

/** Sends statements in one round. Throws what the server said if one of them failed. */
export function sendRound(
  client: PoolClient,
  statements: readonly Statement[],
): Promise<StatementResult[]> {
  return client.query(new StatementRound(statements, client)).results
}

function openWire(connection: Connection): RoundWire {
  const without = (...messages: ('sync' | 'describe')[]) =>
    Object.create(
      connection,
      Object.fromEntries(messages.map((message) => [message, { value: () => undefined }])),
    ) as Connection
  const wire = {
    first: without('sync'),
    again: without('sync', 'describe'),
    columns: new Map<string, FieldDef[]>(),
  }
  wires.set(connection, wire)
  return wire
}
