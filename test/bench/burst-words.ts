/** What the crowd is to do. */
export interface BurstJob {
  url: string
  path: string
  body: string
  /** Of the shoppers, one request for each. */
  tokens: string[]
  /** Null: each shopper on a connection of their own, all at the same moment; else so many at a time. */
  lines: number | null
}

export interface BurstAnswer {
  /** 0: the connection broke. */
  status: number
  /** Of the order, or of the refusal. */
  code: string
  /** From the first packet to the last. */
  ms: number
}
