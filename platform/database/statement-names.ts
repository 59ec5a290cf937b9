import { createHash } from 'node:crypto'

const max_names = 500
/** A comment may stand before the statement. */
const repeated = /^(\s|--[^\n]*\n)*(select|insert|update|delete|with)\b/i

/** Returns a stable name for the text of a statement, or null if it stays unnamed. */
export type StatementName = (text: string) => string | null

/**
 * Names the statements of one pool. Their number is limited: a caller with always new texts must not fill
 * PostgreSQL's memory with plans.
 */
export function statementNames(): StatementName {
  const names = new Map<string, string>()
  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined) return existing
    if (names.size >= max_names || !repeated.test(text)) return null
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    names.set(text, name)
    return name
  }
}
