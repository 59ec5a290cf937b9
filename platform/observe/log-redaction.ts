import { pino } from 'pino'
import { maskedPhone, withoutSecrets } from '#platform/observe/secrets-in-text.ts'

/** Fields whose values are never logged, at any depth. */
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
  // Settings of gateways (shop/payment/gateways).
  'access_key',
  'api_key',
  'checksum_key',
  'token_key',
  'hash_key',
  'hash_secret',
  'key1',
  'key2',
  'server_key',
])
const phone_names = new Set(['phone', 'phone_number', 'telephone', 'customer_phone'])

/** Fields in which PostgreSQL repeats the row that violated a rule, with names and addresses. */
const row_names = new Set(['detail', 'where', 'internalQuery', 'parameters'])

const max_depth = 6

/** A value about a person. Its logged form distinguishes two persons, but does not allow to contact them. */
class Personal {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** Phones keep three digits, email addresses their first letter and the host. */
  toJSON(): string {
    const [name = '', host] = this.#value.split('@')
    return host === undefined ? maskedPhone(name) : `${name.slice(0, 1)}•••@${host}`
  }
}

/** Wraps a phone number or email address that is logged under a name of its own. */
export function personal(value: string): Personal {
  return new Personal(value)
}

/**
 * Redacts the fields of a log line by type and name. Numbers are unchanged. Secrets are hidden and phones
 * masked by the name of the field. Wrapped values mask themselves. Errors lose the rows that they repeat.
 * Any other text may come from outside, so it is searched for secrets (secrets-in-text.ts).
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
  if (depth >= max_depth) return '[too deep]'
  if (value instanceof Error) return redactedError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth + 1))
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return redacted(value.toJSON(), depth + 1)
  }
  return redactedRecord(value, depth + 1)
}

/** The message and the stack already contain the causes. */
function redactedError(error: Error, depth: number): Record<string, unknown> {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const fields = Object.entries(error).filter(([name]) => name !== 'cause' && !row_names.has(name))
  const errors = error instanceof AggregateError ? { errors: error.errors } : {}
  return redactedRecord(
    { type, message, stack, ...Object.fromEntries(fields), ...errors },
    depth + 1,
  )
}
