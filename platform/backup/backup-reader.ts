import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  BackupError,
  format_version,
  type EndLine,
  type FileLine,
  type HeadLine,
  type SequencesLine,
  type TableLine,
  type WholeLine,
} from '#platform/backup/backup-format.ts'

/** The content of a backup after its first line, in sequence. Rows are JSON lists as text. */
export type BackupPart =
  | ({ kind: 'table' } & TableLine)
  | { kind: 'rows'; rows: string[] }
  | ({ kind: 'sequences' } & SequencesLine)
  | ({ kind: 'file' } & FileLine)

type Progress = (share: number, doing: string) => void

const handful = 1_000
const max_letters = 2_000_000

/**
 * Opens a backup. Reading `parts` to the end proves that the file is complete. It throws a BackupError
 * where the file breaks off or differs from what was written.
 */
export async function readBackup(
  file: string,
  on_progress: Progress = () => undefined,
): Promise<{ head: HeadLine; parts: AsyncIterable<BackupPart> }> {
  const lines = linesOf(file, await sizeOf(file), on_progress)[Symbol.asyncIterator]()
  const first = await lines.next()
  const head = first.done === true ? null : headOf(first.value)
  if (first.done === true || head === null) throw new BackupError(`${file} is no backup of a shop.`)
  if (head.version > format_version) {
    throw new BackupError(`${file} was written by a newer version of the shop. Update the shop.`)
  }
  return { head, parts: partsOf(lines, first.value) }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    throw new BackupError(`There is no file ${file}.`)
  }
}

function headOf(text: string): HeadLine | null {
  try {
    const head = JSON.parse(text) as Partial<HeadLine>
    const is_ours = head.format === 'tiem-backup' && Array.isArray(head.migrations)
    return is_ours ? (head as HeadLine) : null
  } catch {
    return null
  }
}

async function* linesOf(file: string, size: number, on_progress: Progress): AsyncGenerator<string> {
  let read = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length
      done(null, chunk)
    },
  })
  const unpacked = createGunzip()
  pipeline([createReadStream(file), counted, unpacked], () => undefined)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of unpacked) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      on_progress(read / size, 'reading')
      yield* lines
    }
  } catch (error) {
    throw new BackupError(`${file} is damaged or incomplete, or no backup of a shop.`, {
      cause: error,
    })
  }
}

async function* partsOf(lines: AsyncIterator<string>, first: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256').update(`${first}\n`)
  let rows: string[] = []
  let letters = 0
  let in_table = 0
  let total = 0
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const text = next.value
    if (text.startsWith('[')) {
      rows.push(text)
      letters += text.length
      in_table++
      total++
    }
    const is_row = text.startsWith('[')
    if (rows.length > 0 && (!is_row || rows.length === handful || letters > max_letters)) {
      yield { kind: 'rows', rows }
      rows = []
      letters = 0
    }
    if (!is_row) {
      const data = JSON.parse(text) as TableLine | EndLine | SequencesLine | FileLine | WholeLine
      if ('whole' in data) return requireWhole(data, total, hash.digest('hex'))
      if ('table' in data) {
        in_table = 0
        yield { kind: 'table', ...data }
      } else if ('sequences' in data) {
        yield { kind: 'sequences', ...data }
      } else if ('file' in data) {
        yield { kind: 'file', ...data }
      } else if (data.rows !== in_table) {
        throw new BackupError(`The backup is damaged: rows of "${data.end}" are missing.`)
      }
    }
    hash.update(`${text}\n`)
  }
  throw new BackupError('The backup breaks off before its end.')
}

function requireWhole(last: WholeLine, rows: number, sha256: string): void {
  if (last.rows === rows && last.sha256 === sha256) return
  throw new BackupError('The backup is damaged: its sum is not the one written at its end.')
}
