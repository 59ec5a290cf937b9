import { CommandProblem } from '#platform/processes/command-problem.ts'

/** A backup cannot be made or restored. The message gives the reason and the remedy. */
export class BackupError extends CommandProblem {
  override readonly name = 'BackupError'
}

/** First line of a backup. The rows of a table follow its `TableLine`, each a list of strings and nulls. */
export interface HeadLine {
  format: 'tiem-backup'
  version: number
  made_at: string
  /** Version of the schema: an older one is migrated, a newer one is refused. */
  migrations: { name: string; checksum: string }[]
}

export interface TableLine {
  table: string
  columns: string[]
}

export interface EndLine {
  end: string
  rows: number
}

/** The next values of the sequences. */
export interface SequencesLine {
  sequences: { name: string; value: string; is_called: boolean }[]
}

/** A stored file, after the sequences. `sha256` is that of its bytes. */
export interface FileLine {
  file: string
  sha256: string
  base64: string
}

/** Last line. A file without it, or with another checksum of all bytes before it, is incomplete. */
export interface WholeLine {
  whole: true
  rows: number
  sha256: string
}

/** 2: stored files. */
export const format_version = 2

/** Settings under which the text of a value does not depend on the configuration of the server. */
export const exact_texts = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** Quotes a name as an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
