import { cleanRichText } from '#platform/text/rich-text.ts'
import { parseRichText } from '#shop/flows/import/foreign-text.ts'
import { isPictureAddress } from '#shop/flows/import/picture-address.ts'
import { emptyOf, type FieldKind } from '#shop/flows/import/record-shapes.ts'

/** A value cannot be taken; the message says why, without naming the field. */
export class ValueProblem extends Error {
  override name = 'ValueProblem'
}

/** The field is as if it were not there: an empty number keeps what it was. */
export const not_named = Symbol('not named')

/** More đồng than anything costs; above it somebody has typed a telephone number. */
const highest_amount = 1_000_000_000_000
const largest_whole = 2_147_483_647
const longest_name = 500

/** Reads a value as it came from JSON or from a cell of CSV into the form in which it is kept. */
export function readValue(kind: FieldKind, given: unknown): unknown {
  const value = typeof given === 'string' ? clean(given) : given
  if (value === null || value === undefined || value === '') return emptyValue(kind)
  return readers[kind](value)
}

/** Numbers, flags and names cannot be empty: such a field says nothing. Texts and lists can. */
function emptyValue(kind: FieldKind): unknown {
  const keeps = ['whole', 'flag', 'name', 'path'].includes(kind)
  return keeps ? not_named : emptyOf(kind)
}

const readers: Record<FieldKind, (value: unknown) => unknown> = {
  text: asText,
  'text?': asText,
  name: (value) => asName(value),
  whole: (value) => asWhole(value, largest_whole),
  'number?': asNumber,
  flag: asFlag,
  texts: (value) => asList(value).map(asText),
  wholes: (value) => asList(value).map((one) => asWhole(one, highest_amount)),
  'day?': asDay,
  rich_text: (value) => richText(asText(value)),
  path: asPath,
  paths: (value) => asList(value).map(asPath),
  'money?': asMoney,
  amounts: asAmounts,
  facts: asFacts,
  prices: (value) => asList(value).map(asPrice),
  pictures: (value) => asList(value).map(asPicture),
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new ValueProblem('must be a text')
}

function asName(value: unknown): string {
  const name = asText(value).replace(/\s+/g, ' ').trim()
  if (name.length > longest_name) throw new ValueProblem(`is longer than ${longest_name} letters`)
  return name
}

function asWhole(value: unknown, largest: number): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= largest) {
    return number
  }
  throw new ValueProblem(`must be a whole number from 0 on, not ${shown(value)}`)
}

function asNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new ValueProblem(`must be a number, not ${shown(value)}`)
}

function asFlag(value: unknown): boolean {
  const word = String(value).toLowerCase()
  if (['true', '1', 'yes', 'có'].includes(word)) return true
  if (['false', '0', 'no', 'không'].includes(word)) return false
  throw new ValueProblem(`must be true or false, not ${shown(value)}`)
}

function asDay(value: unknown): string {
  const day = asText(value)
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  const is_day = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
  if (!is_day) throw new ValueProblem(`must be a day such as 2026-09-15, not ${shown(value)}`)
  return day
}

function asPath(value: unknown): string {
  const path = asText(value)
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase()
  if (/^[a-z0-9][a-z0-9._/-]{0,199}$/.test(path)) return path
  throw new ValueProblem(`must be an address such as iphone-18-256gb, not ${shown(value)}`)
}

/** 12990000, "12990000 VND", "12.990.000đ": whole đồng. Any other currency is refused. */
export function asMoney(value: unknown): number {
  const text = asText(value)
    .replace(/\s*(?:vnd|đồng|đ|₫)$/i, '')
    .replace(/^vnd\s*/i, '')
  const digits = /^\d{1,3}([.,]\d{3})+$/.test(text)
    ? text.replace(/[.,]/g, '')
    : text.replace(/\.0+$/, '')
  if (!/^\d{1,15}$/.test(digits)) {
    throw new ValueProblem(`must be an amount in đồng such as 12990000, not ${shown(value)}`)
  }
  const amount = Number(digits)
  if (amount > 0 && amount <= highest_amount) return amount
  throw new ValueProblem(`must be above 0đ and sensible, not ${shown(value)}`)
}

/** {"CH001": 3}: whole numbers by name. A list of names stands for zeros in its order. */
function asAmounts(value: unknown): Record<string, number> | number {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
    return asWhole(value, largest_whole)
  }
  const data = asJson(value)
  const entries = Array.isArray(data)
    ? data.map((name) => [asName(name), 0] as const)
    : Object.entries(asObject(data)).map(
        ([name, amount]) => [asName(name), asWhole(amount, largest_whole)] as const,
      )
  return Object.fromEntries(entries)
}

/** {"ram_gb": 12, "anc": true}: text, number or flag by the attribute's code; lists become a text. */
function asFacts(value: unknown): Record<string, string | number | boolean> {
  const facts = Object.entries(asObject(asJson(value))).map(([code, fact]) => {
    const clean_code = attributeCode(code)
    const plain = plainFact(fact)
    if (clean_code === '') throw new ValueProblem(`has an attribute without a name`)
    if (plain === undefined) {
      throw new ValueProblem(`${code} must be a text, a number, true, false or a list of these`)
    }
    return [clean_code, plain] as const
  })
  return Object.fromEntries(facts.filter(([, fact]) => fact !== ''))
}

/** The code under which an attribute is kept: cores.total → cores_total. */
export function attributeCode(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

/** A value of an attribute, or undefined for what a table cannot print. */
export function plainFact(fact: unknown): string | number | boolean | undefined {
  if (fact === null) return ''
  if (typeof fact === 'string') return clean(fact)
  if (typeof fact === 'boolean') return fact
  if (typeof fact === 'number') return Number.isFinite(fact) ? fact : undefined
  if (!Array.isArray(fact)) return undefined
  const parts = fact.map((part: unknown) => (Array.isArray(part) ? undefined : plainFact(part)))
  return parts.includes(undefined) ? undefined : parts.join(', ')
}

function asPrice(value: unknown) {
  const { province_id, customer_group, list_price, sale_price } = asObject(value)
  const price = {
    province_id: province_id == null ? null : asWhole(province_id, largest_whole),
    customer_group: customer_group == null ? null : asName(customer_group),
    list_price: asMoney(list_price),
    sale_price: sale_price == null ? null : asMoney(sale_price),
  }
  if (price.province_id === null && price.customer_group === null) {
    throw new ValueProblem('must each name a province_id or a customer_group')
  }
  return { ...price, sale_price: belowList(price.list_price, price.sale_price) }
}

/** A sale at the list price is none; one above it is a mistake. */
export function belowList(list_price: number, sale_price: number | null): number | null {
  if (sale_price === null || sale_price === list_price) return null
  if (sale_price < list_price) return sale_price
  throw new ValueProblem(`sale price ${sale_price} is above the list price ${list_price}`)
}

function asPicture(value: unknown) {
  const { src, alt, width, height, position } = asObject(value)
  const address = asText(src)
  if (!isPictureAddress(address)) {
    throw new ValueProblem(`must lie under /media/, not ${shown(src)}`)
  }
  const size = { width: asWhole(width, 20_000), height: asWhole(height, 20_000) }
  const place = position == null ? {} : { position: asWhole(position, 1_000) }
  return { src: address, alt: alt == null ? '' : asText(alt), ...size, ...place }
}

/** Rich text within the allow-list of contract §5 as it is; anything else is brought down to paragraphs and links. */
export function richText(text: string): string {
  const allowed = /<\/?(?:p|span)>|<a href="(?:\/(?!\/)|https:\/\/)[^"\s<>]*">|<\/a>/g
  if (!text.includes('<') && !text.includes('\n')) return text
  if (text.includes('<') && !/[<>]/.test(text.replace(allowed, ''))) return text
  if (text.includes('<') && cleanRichText(text) === text) return text
  const is_markup = /<\/?[a-z][^>]*>/i.test(text)
  if (!is_markup)
    return text
      .split(/\n\s*\n|\n/)
      .map(paragraph)
      .join('')
  return parseRichText(text)
    .map((spans) =>
      spans
        .map(({ text: words, href }) =>
          href === undefined ? escaped(words) : `<a href="${escaped(href)}">${escaped(words)}</a>`,
        )
        .join('')
        .trim(),
    )
    .map((words) => `<p>${words}</p>`)
    .join('')
}

function paragraph(words: string): string {
  return words.trim() === '' ? '' : `<p>${escaped(words.trim())}</p>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Lists in a cell are JSON, or parted by |. */
function asList(value: unknown): unknown[] {
  const data =
    typeof value === 'string' && !value.startsWith('[') ? value.split('|') : asJson(value)
  if (Array.isArray(data)) return data.map((one) => (typeof one === 'string' ? one.trim() : one))
  throw new ValueProblem('must be a list')
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new ValueProblem(`must be an object such as {"name": 1}, not ${shown(value)}`)
}

function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    throw new ValueProblem(`is no JSON: ${shown(value)}`)
  }
}

/** PostgreSQL has no place for the sign of number zero. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '').trim()
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
