import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { csvReader, csvSeparator, type CsvRecord, withFormula } from '#pure/formats/csv.ts'
import type { RawRow } from '#shop/flows/import/merchant-row.ts'

/** The file cannot be read; the message says why and what to do. */
export class ImportFileError extends CommandProblem {
  override readonly name = 'ImportFileError'
}

/** A line of the file: its fields, or the reason why it cannot be read. */
export type Line = { line: number; raw: RawRow } | { line: number; text: string; reason: string }

/** A file being read; `share` is the part that was read, from 0 to 1. */
interface LineSource {
  lines: AsyncIterable<Line[]>
  share: () => number
}

const longest_line = 4_000_000

/** Opens NDJSON or CSV, compressed by gzip or not; the format is detected from the content. */
export async function openLines(path: string): Promise<LineSource> {
  const size = await sizeOf(path)
  let read = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length
      done(null, chunk)
    },
  })
  const file = createReadStream(path)
  const stages = (await isPacked(path)) ? [file, count, createGunzip()] : [file, count]
  const last = stages.at(-1) as Transform
  // The callback does nothing, because a failure ends the stream that the reader reads.
  pipeline(stages, () => undefined)
  return { lines: linesIn(textOf(last)), share: () => (size === 0 ? 1 : read / size) }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const file = await stat(path)
    if (file.isFile()) return file.size
  } catch {
    throw new ImportFileError(`There is no file ${path}.`)
  }
  throw new ImportFileError(`${path} is no file.`)
}

async function isPacked(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  try {
    for await (const chunk of bytes) {
      const is_utf16 = chunk[0] === 0xff && chunk[1] === 0xfe
      decoder ??= new TextDecoder(is_utf16 ? 'utf-16le' : 'utf-8', { fatal: true })
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof TypeError) {
    return new ImportFileError(
      'The file is not in UTF-8. In a spreadsheet, save it as "CSV UTF-8".',
    )
  }
  if ('code' in error && /^Z_|ERR_STREAM_PREMATURE_CLOSE/.test(String(error.code))) {
    return new ImportFileError(`The packed file is damaged or incomplete (${error.message}).`)
  }
  return error
}

/** Yields all lines in batches. The first characters of the text decide the format. */
async function* linesIn(texts: AsyncIterable<string>): AsyncGenerator<Line[]> {
  let parse: LineParser | null = null
  let head = ''
  for await (const text of texts) {
    if (parse !== null) {
      yield parse(text)
      continue
    }
    head += text
    parse = parserFor(head)
    if (parse !== null) yield parse(head.replace(/^\uFEFF/, ''))
  }
  if (parse === null && head.trim() !== '') parse = parserFor(`${head}\n`)
  if (parse !== null) yield parse(null)
}

/** Takes the next part of the text, or null at the end, and returns the lines that are complete. */
type LineParser = (text: string | null) => Line[]

function parserFor(head: string): LineParser | null {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (text === '') return null
  if (text.startsWith('{')) return jsonParser()
  if (text.startsWith('[')) {
    throw new ImportFileError(
      'The file is one JSON list; one object on each line is wanted (NDJSON).',
    )
  }
  if (text.startsWith('<')) {
    throw new ImportFileError('The file is XML; NDJSON, CSV or tab-separated text is wanted.')
  }
  const end = text.indexOf('\n')
  if (end === -1 && text.length < longest_line) return null
  return csvParser(csvSeparator(text.slice(0, end === -1 ? undefined : end)))
}

function jsonParser(): LineParser {
  let rest = ''
  let line = 0
  return (text) => {
    const parts = (rest + (text ?? '\n')).split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > longest_line) {
      throw new ImportFileError(`Line ${line + parts.length + 1} is longer than 4 million letters.`)
    }
    return parts.flatMap((part) => {
      line++
      return part.trim() === '' ? [] : [jsonLine(line, part)]
    })
  }
}

function jsonLine(line: number, text: string): Line {
  try {
    const raw: unknown = JSON.parse(text)
    if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
      return { line, raw: raw as RawRow }
    }
    return { line, text, reason: 'is no JSON object' }
  } catch (error) {
    return { line, text, reason: `is no JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

function csvParser(separator: string): LineParser {
  const reader = csvReader(separator)
  let heading: string[] | null = null
  return (text) => {
    const records = text === null ? reader.end() : reader.push(text)
    return records.flatMap((record) => {
      if (heading !== null) return [csvRecord(record, heading)]
      heading = record.cells.map((cell) => cell.trim())
      return []
    })
  }
}

function csvRecord({ line, cells }: CsvRecord, heading: string[]): Line {
  if (cells.length > heading.length && cells.slice(heading.length).some((cell) => cell !== '')) {
    const reason = `has ${cells.length} cells where the heading has ${heading.length}`
    return { line, text: cells.join(','), reason }
  }
  const raw = heading.flatMap((name, index) => {
    const cell = cells[index]
    return name === '' || cell === undefined ? [] : [[name, withFormula(cell)] as const]
  })
  return { line, raw: Object.fromEntries(raw) }
}
