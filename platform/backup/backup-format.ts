import { CommandProblem } from '#platform/processes/command-problem.ts'

/** A backup cannot be made or put back; the message says why and what to do. */
export class BackupError extends CommandProblem {
  override readonly name = 'BackupError'
}

/** First line of a backup. Rows of a table follow its `TableLine`, each a list of texts and nulls. */
export interface HeadLine {
  format: 'tiem-backup'
  version: number
  made_at: string
  /** The shape of the database, so that older ones can be brought up to date and newer ones refused. */
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

/** Where numbering goes on. */
export interface SequencesLine {
  sequences: { name: string; value: string; is_called: boolean }[]
}

/** Last line: without it, or with another sum of all bytes before it, a file is not whole. */
export interface WholeLine {
  whole: true
  rows: number
  sha256: string
}

export const format_version = 1

/** Texts of values must not depend on the settings of a server. */
export const exact_texts = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** A name as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
