import type { PoolClient } from 'pg'
import {
  sendRound,
  type Statement,
  type StatementResult,
} from '#platform/database/statement-round.ts'

/** Further statements are sent in another round, on a connection of its own. */
const max_round = 16

interface Waiting {
  statement: Statement
  outcome: PromiseWithResolvers<StatementResult>
}

/** Sends a statement that only reads, in a round with the others of the same moment. */
export type AskInRound = (statement: Statement) => Promise<StatementResult>

/** How a round reaches the database. */
interface RoundConnections {
  take: () => Promise<PoolClient>
  /** Sends one statement alone. */
  askAlone: (client: PoolClient, statement: Statement) => Promise<StatementResult>
  /** Closes the connection if `answer` takes too long. */
  limit: <Answer>(client: PoolClient, answer: Promise<Answer>) => Promise<Answer>
  /** Called for each statement that is sent. */
  onStatement: () => void
}

/**
 * Gathers the reads of one turn of the event loop and sends them in one round: a write to the socket and a read from
 * it cost more than most of these statements (decision 328).
 */
export function readRounds(connections: RoundConnections): AskInRound {
  let waiting: Waiting[] = []
  const start = () => {
    const due = waiting
    waiting = []
    for (let from = 0; from < due.length; from += max_round) {
      void answerRound(due.slice(from, from + max_round), connections)
    }
  }
  return (statement) => {
    if (waiting.length === 0) setImmediate(start)
    connections.onStatement()
    const outcome = Promise.withResolvers<StatementResult>()
    waiting.push({ statement, outcome })
    return outcome.promise
  }
}

async function answerRound(
  round: readonly Waiting[],
  { take, askAlone, limit }: RoundConnections,
): Promise<void> {
  let client: PoolClient
  try {
    client = await take()
  } catch (error) {
    for (const { outcome } of round) outcome.reject(error)
    return
  }
  try {
    const statements = round.map(({ statement }) => statement)
    const results = await limit(client, sendRound(client, statements))
    for (const [index, { outcome }] of round.entries()) {
      outcome.resolve(results[index] as StatementResult)
    }
  } catch (error) {
    // One statement failed and took the others with it: each is asked again alone.
    for (const { statement, outcome } of round) {
      if (round.length === 1) outcome.reject(error)
      else await askAlone(client, statement).then(outcome.resolve, outcome.reject)
    }
  }
  client.release()
}
