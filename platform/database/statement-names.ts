import { createHash } from 'node:crypto'

const max_names = 500
/** A comment may stand before the statement. */
const repeated = /^(\s|--[^\n]*\n)*(select|insert|update|delete|with)\b/i
const reading = /^(\s|--[^\n]*\n)*(select|with)\b/i
/** What waits for locks or changes something: by a keyword, or by a function of PostgreSQL or of our migrations. */
const more_than_reading =
  /\b(insert|update|delete|merge|share|pg_\w*advisory\w*|pg_sleep|pg_notify|set_config|(erase|delete)_\w+|make_ledger_\w+)\b/i

interface NamedStatement {
  name: string
  /** Whether it only reads and waits for no lock. */
  is_plain_read: boolean
}

/** Returns a stable name for the text of a statement, or null if it stays unnamed. */
export type StatementName = (text: string) => NamedStatement | null

/**
 * Names the statements of one pool. Their number is limited: a caller with always new texts must not fill
 * PostgreSQL's memory with plans.
 */
export function statementNames(): StatementName {
  const names = new Map<string, NamedStatement>()
  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined) return existing
    if (names.size >= max_names || !repeated.test(text)) return null
    const named = {
      name: createHash('sha256').update(text).digest('base64url').slice(0, 20),
      is_plain_read: reading.test(text) && !more_than_reading.test(text),
    }
    names.set(text, named)
    return named
  }
}
