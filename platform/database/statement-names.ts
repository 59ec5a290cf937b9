import { createHash } from 'node:crypto'

const most_names = 500
const repeated = /^\s*(select|insert|update|delete|with)\b/i

/** A stable name for the text of a statement, or null when it should stay unnamed. */
export type StatementName = (text: string) => string | null

/**
 * Names for the statements of one pool. Bounded: a caller that builds ever new texts must not fill
 * PostgreSQL's memory with plans.
 */
export function statementNames(): StatementName {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= most_names || !repeated.test(text)) return null
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    names.set(text, name)
    return name
  }
}
