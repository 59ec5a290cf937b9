import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A search of a shopper, and the products that must come first. */
export interface RelevanceQuery {
  /**
   * `seen` queries are used for tuning. `held` queries never are: only their score is read. `met` queries were
   * written down before they were tried; their first score is in decision 070, and then they were used too.
   */
  half: 'seen' | 'held' | 'met'
  group: string
  q: string
  /** Pattern of the folded product name. */
  name: RegExp
  must: Must[]
}

/** A further condition on the answer: category, brand, price, or a chip of a kind. */
export type Must =
  | { kind: 'cat' | 'brand' | 'chip'; value: string }
  | { kind: 'name'; value: RegExp }
  | { kind: 'price'; min: number; max: number }

/** The queries of relevance-queries.tsv: half, group, query, pattern on the folded name, conditions. */
export function readQueries(): RelevanceQuery[] {
  const text = readFileSync(join(import.meta.dirname, 'relevance-queries.tsv'), 'utf8')
  const [, ...lines] = text.trimEnd().split('\n')
  return lines.map((line) => {
    const [half = '', group = '', q = '', name = '', must = ''] = line.split('\t')
    return {
      half: half === 'held' || half === 'met' ? half : 'seen',
      group,
      q,
      name: new RegExp(name),
      must: must.split(' ').filter(Boolean).map(mustOf),
    }
  })
}

function mustOf(text: string): Must {
  const [kind, value = ''] = text.split(':')
  if (kind === 'price') {
    const [min, max] = value.split('-')
    return { kind, min: Number(min || 0), max: Number(max || Infinity) }
  }
  if (kind === 'name') return { kind, value: new RegExp(value) }
  if (kind === 'cat' || kind === 'brand' || kind === 'chip') return { kind, value }
  throw new TypeError(`relevance-queries.tsv: unknown condition ${text}`)
}
