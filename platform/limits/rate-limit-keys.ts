import { countedAddress, networkOf } from '#platform/limits/rate-limit-address.ts'
import type { KeyLimit } from '#platform/limits/rate-limit-counts.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Caller, Limit } from '#pure/contract.ts'

/** A call of an operation that rate limits apply to. */
export interface Attempt {
  caller: Caller | null
  input: unknown
  ip: string
  /** The browser, where pages name it: null if it has no cookie of ours. Absent elsewhere. */
  device?: string | null
}

/** The contact of a person, who may not have requested anything. */
export interface Contact {
  phone: string | null
  email: string | null
}

interface KeyDeps {
  /** Limits are multiplied by it. */
  factor: number
  /** The contact of a caller, for input without phone or email. */
  contactOf: (caller: Caller) => Promise<Contact>
}

/** A limit that applies to an attempt, and the key that the attempt is counted under. */
export interface Tally {
  limit: Limit
  key_limit: KeyLimit
}

/** Returns the keys of an attempt. A limit whose subject is not known does not apply. */
export async function tallies(
  deps: KeyDeps,
  limits: readonly Limit[],
  attempt: Attempt,
): Promise<Tally[]> {
  const all = await Promise.all(
    limits.map(async (limit) => {
      const subject = await subjectOf(deps, limit, attempt)
      return subject === null ? [] : [{ limit, key_limit: keyLimit(limit, subject, deps.factor) }]
    }),
  )
  return all.flat()
}

export function keyLimit(
  { name, by, max, window_s, against_guessing = false }: Limit,
  subject: string,
  factor: number,
): KeyLimit {
  return {
    key: `${name}:${by}:${subject}`,
    max: scaled(max, factor),
    window_ms: window_s * 1_000,
    ...(against_guessing ? { guards: name } : {}),
  }
}

export function scaled(max: number, factor: number): number {
  return Math.max(1, Math.ceil(max * factor))
}

/** Reads a text field of an input; null if it is missing or empty. */
export function textIn(input: unknown, field: string): string | null {
  const value: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, field) : null
  return typeof value === 'string' && value !== '' ? value : null
}

/** Bookings name the contact in another way (contract §3). */
const names_in_bookings = {
  phone: 'customer_phone',
  email: 'customer_mail',
} as const satisfies Record<keyof Contact, string>

async function subjectOf(
  { contactOf }: KeyDeps,
  { by }: Limit,
  attempt: Attempt,
): Promise<string | null> {
  const { caller, input, ip } = attempt
  const contact = async (field: keyof Contact) =>
    textIn(input, field) ??
    textIn(input, names_in_bookings[field]) ??
    (caller === null ? null : (await contactOf(caller))[field])
  switch (by) {
    case 'everybody':
      return ''
    case 'ip':
      return countedAddress(ip)
    case 'network':
      return networkOf(ip)
    case 'device':
      return attempt.device ?? null
    case 'network_without_device':
      return attempt.device === null ? networkOf(ip) : null
    // Only logins have one (rate-limit-logins.ts).
    case 'account':
      return null
    case 'token':
      return tokenKey(attempt)
    case 'phone':
      return phoneKey(await contact('phone'))
    case 'email':
      return emailKey(await contact('email'))
    case 'phone_and_sender':
      return withSender(phoneKey(await contact('phone')), attempt)
    case 'email_and_sender':
      return withSender(emailKey(await contact('email')), attempt)
  }
}

/** The sender is the address. Behind a proxy that TRUST_PROXY does not name, it is the customer. */
function withSender(contact: string | null, attempt: Attempt): string | null {
  const sender = countedAddress(attempt.ip) ?? tokenKey(attempt)
  return contact === null || sender === null ? null : `${contact} ${sender}`
}

/** Counted by customer, so that a new token of the same customer does not reset the count. */
function tokenKey({ caller }: Attempt): string | null {
  return caller === null ? null : String(caller.customer_id)
}

/** Null for a text without digits: otherwise all such callers would be counted together. */
function phoneKey(phone: string | null): string | null {
  if (phone === null) return null
  return readMobile(phone).e164 ?? (phone.replace(/\D/g, '').slice(-15) || null)
}

function emailKey(email: string | null): string | null {
  return email?.trim().toLowerCase() || null
}
