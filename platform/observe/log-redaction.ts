import { pino } from 'pino'
import { maskedPhone, withoutSecrets } from '#platform/observe/secrets-in-text.ts'

/** Fields whose values a log never shows, wherever they stand. */
const secret_names = new Set([
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
])
const phone_names = new Set(['phone', 'phone_number', 'telephone', 'customer_phone'])

/** Fields in which PostgreSQL repeats the row that broke a rule, with its names and addresses. */
const row_names = new Set(['detail', 'where', 'internalQuery', 'parameters'])

const most_depth = 6

/** A value about a person. A log shows of it what tells two persons apart and does not reach either. */
export class Personal {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** Phones keep three digits; mail addresses their first letter and the host. */
  toJSON(): string {
    const [name = '', host] = this.#value.split('@')
    return host === undefined ? maskedPhone(name) : `${name.slice(0, 1)}•••@${host}`
  }
}

/** Wraps a phone or mail address that is logged under a name of its own. */
export function personal(value: string): Personal {
  return new Personal(value)
}

/**
 * The fields of a log line as they may be written, decided by type and name: numbers pass, secrets are
 * hidden and phones masked by the field's name, wrapped values mask themselves, errors lose the rows
 * they repeat. Any other text may have come from outside, so it is searched (secrets-in-text.ts).
 */
export function redactedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactedRecord(fields, 0)
}

function redactedRecord(record: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, redactedField(name, value, depth)]),
  )
}

function redactedField(name: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined) return value
  if (secret_names.has(name)) return '[hidden]'
  if (phone_names.has(name)) return maskedPhone(String(value))
  return redacted(value, depth)
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Personal) return value.toJSON()
  if (depth >= most_depth) return '[too deep]'
  if (value instanceof Error) return redactedError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth + 1))
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return redacted(value.toJSON(), depth + 1)
  }
  return redactedRecord(value, depth + 1)
}

/** Message and stack name the causes too. */
function redactedError(error: Error, depth: number): Record<string, unknown> {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const fields = Object.entries(error).filter(([name]) => name !== 'cause' && !row_names.has(name))
  const errors = error instanceof AggregateError ? { errors: error.errors } : {}
  return redactedRecord(
    { type, message, stack, ...Object.fromEntries(fields), ...errors },
    depth + 1,
  )
}
