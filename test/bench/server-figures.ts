import { BenchFailure, type Connection, openConnection } from '#test/bench/connection.ts'

/** Figures that a server reports about itself. */
interface ServerFigures {
  /** CPU time of its processes, user and system. */
  cpu_seconds: number
  answers_from_bytes: number
  answers_made: number
  /** Statements sent to the database for shoppers. */
  statements: number
}

/** Reads the figures from /metrics. */
export async function serverFigures(url: string): Promise<ServerFigures> {
  const connection = openConnection(url)
  try {
    return await figuresOver(connection)
  } finally {
    connection.close()
  }
}

async function figuresOver(connection: Connection): Promise<ServerFigures> {
  const text = (await connection.ask('GET', '/metrics')).body.toString()
  const read = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new BenchFailure(`/metrics has no ${name}`)
    return Number(value)
  }
  return {
    cpu_seconds: read('process_cpu_seconds_total'),
    answers_from_bytes: read('answer_cache_hit_total'),
    answers_made: read('answer_cache_miss_total'),
    statements: read('database_statements_total'),
  }
}
