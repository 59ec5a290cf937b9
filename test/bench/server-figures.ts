import { BenchFailure, type Line, openLine } from '#test/bench/knock.ts'

/** Figures that a server tells of itself. */
export interface ServerFigures {
  /** CPU that its processes have spent, user and system. */
  cpu_seconds: number
  answers_from_bytes: number
  answers_made: number
}

/** Reads /metrics. */
export async function serverFigures(url: string): Promise<ServerFigures> {
  const line = openLine(url)
  try {
    return await figuresOver(line)
  } finally {
    line.hangUp()
  }
}

async function figuresOver(line: Line): Promise<ServerFigures> {
  const text = (await line.ask('GET', '/metrics')).body.toString()
  const read = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new BenchFailure(`/metrics has no ${name}`)
    return Number(found)
  }
  return {
    cpu_seconds: read('process_cpu_seconds_total'),
    answers_from_bytes: read('answer_cache_hit_total'),
    answers_made: read('answer_cache_miss_total'),
  }
}
