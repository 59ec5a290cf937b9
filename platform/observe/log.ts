import { pino, type DestinationStream, type Logger } from 'pino'
import { redactedFields } from '#platform/observe/log-redaction.ts'
import { requestId } from '#platform/observe/request-id.ts'
import { withoutSecrets } from '#platform/observe/secrets-in-text.ts'

export type Log = Logger

type LogOptions = {
  service: string
  level: string
  /** Short lines for a terminal instead of JSON. */
  human?: boolean
  destination?: DestinationStream
}

/**
 * The shop's log: JSON lines on stdout with the name of the service, without tokens and whole phone
 * numbers.
 */
export function createLog(options: LogOptions): Log {
  const destination = options.destination ?? standardOutput(options.human ?? false)
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      mixin: (_fields, _level, logger) => ofRequest(logger),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactedFields },
      // Errors are serialised by redactedFields. A line without a message gets that of its error.
      serializers: { err: (error: unknown) => error, msg: withoutSecrets },
    },
    destination,
  )
}

/** The id of the request that causes a line. Lines of Fastify's own logger have it already. */
function ofRequest(logger: Logger): { request_id?: string } {
  const request_id = requestId()
  if (request_id === undefined || 'request_id' in logger.bindings()) return {}
  return { request_id }
}

/** Formats a log record as a short line: time, level, message, then the other fields. */
export function humanLine(json: string): string {
  const { level, time, service: _service, msg, err, ...rest } = parsedRecord(json)
  const clock = String(time).slice(11, 19)
  const extra = Object.entries(rest)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
  const mark = level === 'info' ? '' : `${String(level).toUpperCase()} `
  const line = `${clock} ${mark}${String(msg ?? '')}${extra === '' ? '' : `  ${extra}`}\n`
  return err === undefined ? line : `${line}${stackOf(err)}\n`
}

function standardOutput(human: boolean): DestinationStream {
  if (!human) return pino.destination({ dest: 1, sync: true })
  return { write: (json: string) => void process.stdout.write(humanLine(json)) }
}

function parsedRecord(json: string): Record<string, unknown> {
  const record: unknown = JSON.parse(json)
  return typeof record === 'object' && record !== null ? { ...record } : { msg: json }
}

function stackOf(err: unknown): string {
  if (typeof err === 'object' && err !== null && 'stack' in err) return String(err.stack)
  return JSON.stringify(err)
}
