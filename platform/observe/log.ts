import { pino, type DestinationStream, type Logger } from 'pino'

const standardError = pino.stdSerializers.err

export type Log = Logger

type LogOptions = {
  service: string
  level: string
  /** Short lines for a person at a terminal instead of JSON for a machine. */
  human?: boolean
  destination?: DestinationStream
}

const secret_keys = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'member_token',
  'access_token',
  'refresh_token',
  'password',
  'secret',
  'secret_key',
  // What gateways are set up with (shop/payment/gateways).
  'access_key',
  'api_key',
  'checksum_key',
  'hash_key',
  'hash_secret',
  'key1',
  'key2',
  'server_key',
]
const phone_keys = ['phone', 'phone_number', 'telephone', 'customer_phone']

const everywhere = (keys: string[]) =>
  keys.flatMap((key) => {
    const quoted = `["${key}"]`
    return [quoted, `*${quoted}`, `*.*${quoted}`]
  })

const secret_names = new Set(secret_keys)

/** The shop's log: JSON lines on stdout with the service's name, never a token or a whole phone. */
export function createLog(options: LogOptions): Log {
  const destination = options.destination ?? standardOutput(options.human ?? false)
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [...everywhere(secret_keys), ...everywhere(phone_keys)],
        censor: (value, path) => censored(value, String(path.at(-1))),
      },
      serializers: { err: loggedError },
      hooks: { streamWrite: withoutSecrets },
    },
    destination,
  )
}

/** A phone in a log keeps its last three digits, enough to find a call and too few to dial. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `•••${digits.slice(-3)}`
}

const hidden = '[hidden]'

/** Secrets that stand in the middle of words: an address that broke, the text of an error. */
const loose_secrets: readonly [RegExp, string | ((found: string) => string)][] = [
  // Guest tokens, signed tokens, secrets of orders.
  [/\bg_[\w-]{20,}/g, hidden],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden],
  [/\b[0-9a-f]{40}\b/g, hidden],
  [/(?<=\bBearer\s+)[^\s"\\]+/gi, hidden],
  [/(?<=[?&](?:key|secret|token|state|credential)=)[^&\s"\\]+/g, hidden],
  // Vietnamese mobile numbers in any spelling, also as addresses carry them; neither part of a longer
  // number nor a bare one of JSON.
  [
    /(?:(?<![\w.+-])|(?<=%[0-9A-F]{2}))(?:\+84|0(?:084)?(?!\.))(?:(?:[ .()+-]|%2[0BDE]){0,2}\d){9,10}(?![\d-])/gi,
    maskedPhone,
  ],
  [
    /(?:(?<![\w.+-])(?<!(?<!\\)":)(?<![[,])|(?<=%2B))84(?:(?:[ .()+-]|%2[0BDE]){0,2}\d){9}(?![\d-])/gi,
    maskedPhone,
  ],
]

/** The whole line as it is written, whatever put a token or a phone into it. */
function withoutSecrets(line: string): string {
  return loose_secrets.reduce(
    (text, [pattern, instead]) =>
      typeof instead === 'string' ? text.replace(pattern, instead) : text.replace(pattern, instead),
    line,
  )
}

/** PostgreSQL tells the whole row that broke a rule, with its names and addresses: that stays with it. */
function loggedError(error: Error): Record<string, unknown> {
  const {
    detail: _row,
    where: _place,
    internalQuery: _query,
    parameters: _values,
    ...rest
  } = {
    ...standardError(error),
  } as Record<string, unknown>
  return rest
}

/** One log record as a short line: time, level, message, then what else it carries. */
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

function censored(value: unknown, key: string): unknown {
  if (value === null || value === undefined) return value
  return secret_names.has(key) ? '[hidden]' : maskedPhone(String(value))
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
