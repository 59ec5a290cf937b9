/** The requests that the client process sends. */
export interface BurstJob {
  url: string
  path: string
  body: string
  /** Tokens of the buyers, one request for each. */
  tokens: string[]
  /** Concurrent connections. Null: each buyer on a connection of their own, all at the same moment. */
  connections: number | null
}

export interface BurstAnswer {
  /** 0 if the connection broke. */
  status: number
  /** Code of the order or of the refusal. */
  code: string
  /** From the first packet to the last. */
  ms: number
}
