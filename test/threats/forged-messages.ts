import { randomInt } from 'node:crypto'
import type { Telling } from '#shop/payment/sandbox/sandbox-provider.ts'

/** What a message proves itself by: long runs of hex or base64, wherever they stand. */
const proof = /[0-9a-f]{32,}|[\w+/-]{40,}={0,2}/gi

/**
 * A message that was changed where it matters: one sign of its proof, of the amount or of the name of
 * the try. What is not signed says nothing that counts, so it is left as it is.
 */
export function changed(message: Telling, matters: readonly string[], at: number): Telling {
  const places = placesIn(message, matters)
  const place = places[at % places.length]
  if (place === undefined) throw new RangeError('nothing in this message matters')
  const { part, start, length } = place
  const where = start + ((at * 7) % length)
  const text = textOf(message, part)
  return withText(
    message,
    part,
    text.slice(0, where) + otherSign(text[where] ?? '') + text.slice(where + 1),
  )
}

/** The same without its proof, with another's, or as something else altogether. */
export function misshapen(message: Telling, other: Telling): Telling[] {
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

/** The same with something that cannot be written as a text in place of each field. */
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

function placesIn(message: Telling, matters: readonly string[]): Place[] {
  // Where the address is the proof, what is told besides counts for nothing.
  const is_proved_by_address = message.url.match(proof) !== null
  const parts = is_proved_by_address ? ['url'] : ['payload', ...Object.keys(message.headers ?? {})]
  return parts.flatMap((part) => {
    const text = textOf(message, part)
    const begin = part === 'url' ? text.indexOf('?') + 1 : 0
    const named = matters.flatMap((value) => allOf(text, value))
    const proofs = [...text.matchAll(proof)].map((found) => ({
      start: found.index,
      length: found[0].replace(/=+$/, '').length - 1,
    }))
    return [...named, ...proofs]
      .filter(({ start, length }) => start >= begin && length > 0)
      .map((place) => ({ part, ...place }))
  })
}

function allOf(text: string, value: string): { start: number; length: number }[] {
  const found: { start: number; length: number }[] = []
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) {
    found.push({ start, length: value.length })
  }
  return found
}

function textOf(message: Telling, part: string): string {
  if (part === 'url') return message.url
  return part === 'payload' ? (message.payload ?? '') : (message.headers?.[part] ?? '')
}

function withText(message: Telling, part: string, text: string): Telling {
  if (part === 'url') return { ...message, url: text }
  if (part === 'payload') return { ...message, payload: text }
  return { ...message, headers: { ...message.headers, [part]: text } }
}

/** Another sign of the same kind, so that the message stays what it was but for this. */
function otherSign(sign: string): string {
  const digits = '0123456789'
  const kind = digits.includes(sign) ? digits : sign === sign.toLowerCase() ? 'abcdef' : 'ABCDEF'
  const others = [...kind].filter((other) => other !== sign)
  return others[randomInt(others.length)] ?? '0'
}
