import { randomInt } from 'node:crypto'
import type { SandboxMessage } from '#shop/payment/gateways/sandbox-provider.ts'

/** Matches signatures: long runs of hex or base64, anywhere in a message. */
const proof = /[0-9a-f]{32,}|[\w+/-]{40,}={0,2}/gi

/**
 * Returns the message with one character changed in its signature, the amount or the reference of the
 * payment attempt (`matters`). Other fields may be unsigned and do not count, so they stay.
 */
export function changed(
  message: SandboxMessage,
  matters: readonly string[],
  at: number,
): SandboxMessage {
  const places = placesIn(message, matters)
  const place = places[at % places.length]
  if (place === undefined)
    throw new RangeError('this message has neither a signature nor one of the values')
  const { part, start, length } = place
  const where = start + ((at * 7) % length)
  const text = textOf(message, part)
  return withText(
    message,
    part,
    text.slice(0, where) + otherCharacter(text[where] ?? '') + text.slice(where + 1),
  )
}

/** Returns malformed variants: without a signature, the `other` message, other JSON, broken fields. */
export function misshapen(message: SandboxMessage, other: SandboxMessage): SandboxMessage[] {
  const { url, payload = '', headers = {} } = message
  const bare_headers = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace(proof, ''),
  ])
  return [
    {
      ...message,
      url: url.replace(proof, ''),
      payload: payload.replace(proof, ''),
      headers: Object.fromEntries(bare_headers),
    },
    other,
    { ...message, url: message.url.split('?')[0] ?? '', payload: '' },
    { ...message, url: message.url.split('?')[0] ?? '', payload: '{}' },
    { ...message, url: message.url.split('?')[0] ?? '', payload: '[]' },
    { ...message, url: message.url.split('?')[0] ?? '', payload: '{"a":'.repeat(500) },
    { ...message, url: message.url.split('?')[0] ?? '', payload: 'null' },
    ...noTexts(payload.replace(proof, '')).map((text) => ({
      ...message,
      url: url.split('?')[0] ?? '',
      payload: text,
    })),
  ]
}

/** Returns one variant per field whose value is an object that cannot be converted to text. */
function noTexts(payload: string): string[] {
  if (!payload.startsWith('{')) return []
  const fields = JSON.parse(payload) as Record<string, unknown>
  return Object.keys(fields).map((name) =>
    JSON.stringify({ ...fields, [name]: { toString: 1, valueOf: 1 } }),
  )
}

interface Place {
  part: string
  start: number
  length: number
}

function placesIn(message: SandboxMessage, matters: readonly string[]): Place[] {
  // If the address carries the signature, body and headers are not read.
  const is_proved_by_address = message.url.match(proof) !== null
  const parts = is_proved_by_address ? ['url'] : ['payload', ...Object.keys(message.headers ?? {})]
  return parts.flatMap((part) => {
    const text = textOf(message, part)
    const begin = part === 'url' ? text.indexOf('?') + 1 : 0
    const named = matters.flatMap((value) => allOf(text, value))
    const proofs = [...text.matchAll(proof)].map((ranges) => ({
      start: ranges.index,
      length: ranges[0].replace(/=+$/, '').length - 1,
    }))
    return [...named, ...proofs]
      .filter(({ start, length }) => start >= begin && length > 0)
      .map((place) => ({ part, ...place }))
  })
}

function allOf(text: string, value: string): { start: number; length: number }[] {
  const ranges: { start: number; length: number }[] = []
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) {
    ranges.push({ start, length: value.length })
  }
  return ranges
}

function textOf(message: SandboxMessage, part: string): string {
  if (part === 'url') return message.url
  return part === 'payload' ? (message.payload ?? '') : (message.headers?.[part] ?? '')
}

function withText(message: SandboxMessage, part: string, text: string): SandboxMessage {
  if (part === 'url') return { ...message, url: text }
  if (part === 'payload') return { ...message, payload: text }
  return { ...message, headers: { ...message.headers, [part]: text } }
}

/** Another character of the same kind (digit, lower or upper case), so that the format stays valid. */
function otherCharacter(character: string): string {
  const digits = '0123456789'
  const kind = digits.includes(character)
    ? digits
    : character === character.toLowerCase()
      ? 'abcdef'
      : 'ABCDEF'
  const alternatives = [...kind].filter((other) => other !== character)
  return alternatives[randomInt(alternatives.length)] ?? '0'
}
