import { ArticleContent } from '#contracts/staff/offers/articles.ts'
import { completeBlock, LandingBlocks } from '#contracts/storefront/landing/blocks.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { parseRichText } from '#shop/flows/import/foreign-text.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { isPictureAddress } from '#shop/flows/import/picture-address.ts'
import { emptyOf, type FieldKind } from '#shop/flows/import/record-shapes.ts'

/** A value is not valid; the message says why, without the name of the field. */
export class ValueProblem extends Error {
  override name = 'ValueProblem'
}

/** Marks a field as not given: an empty number leaves the stored value unchanged. */
export const not_given = Symbol('not given')

/** The highest amount in đồng; a higher number is a mistake, such as a phone number. */
const highest_amount = 1_000_000_000_000
const largest_whole = 2_147_483_647
const longest_name = 500

/** Converts a value of JSON or of a CSV cell to its stored form. */
export function readValue(kind: FieldKind, raw: unknown): unknown {
  const value = typeof raw === 'string' ? clean(unshortened(raw)) : raw
  if (value === null || value === undefined || value === '') return emptyValue(kind)
  return readers[kind](value)
}

/** Returns the text, unless a spreadsheet has shortened a long number to it: 8.93E+12 has lost most of its digits. */
export function unshortened(text: string): string {
  if (!/^\s*\d([.,]\d+)?E\+\d{2}\s*$/.test(text)) return text
  throw new ValueProblem(`is a number that a spreadsheet has shortened: ${text.trim()}`)
}

/** The value of an empty field. An empty number, flag or name counts as not given; texts and lists can be empty. */
function emptyValue(kind: FieldKind): unknown {
  const is_required = ['whole', 'flag', 'name', 'path', 'time'].includes(kind)
  return is_required ? not_given : emptyOf(kind)
}

const readers: Record<FieldKind, (value: unknown) => unknown> = {
  text: asText,
  'text?': asText,
  name: (value) => asName(value),
  whole: (value) => asWhole(value, largest_whole),
  'number?': asNumber,
  'degrees?': asDegrees,
  two_digits: asTwoDigits,
  flag: asFlag,
  texts: (value) => asList(value).map(asText),
  wholes: (value) => asList(value).map((entry) => asWhole(entry, highest_amount)),
  numbers: (value) => asList(value).map(asNumber),
  'day?': asDay,
  time: asTime,
  'time?': asTime,
  landing_blocks: asBlocks,
  'landing_blocks?': asBlocks,
  'draft?': (value) => asDraft(asObject(asJson(value))),
  game_offers: (value) => asList(value).map(asGameOffer),
  rich_text: (value) => richText(asText(value)),
  path: asPath,
  paths: (value) => asList(value).map(asPath),
  names: (value) => asList(value).map(asText),
  'money?': asMoney,
  amounts: asAmounts,
  facts: asFacts,
  prices: (value) => asList(value).map(asPrice),
  pictures: (value) => asList(value).map(asPicture),
  questions: (value) => asList(value).map(asQuestion),
  flash_items: (value) => asList(value).map(asFlashItem),
  technicians: asTechnicians,
  repair_options: (value) => asList(value).map(asRepairOption),
  trade_answers: (value) => asList(value).map(asTradeAnswer),
  unit_code: (value) => storedUnitCode(asName(value)),
  device_tests: (value) => asList(value).map(asDeviceTest),
  loan_rates: (value) => asList(value).map(asLoanRate),
  card_fees: (value) => asList(value).map(asCardFee),
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

/** A spreadsheet in Vietnamese reads 20.985 as 20985. */
function asDegrees(value: unknown): number {
  const degrees = asNumber(value)
  if (Math.abs(degrees) <= 180) return degrees
  throw new ValueProblem(`must be degrees such as 20.985, not ${shown(value)}`)
}

/** A spreadsheet takes the zero of 04 away. */
function asTwoDigits(value: unknown): string {
  const digits = asText(value).padStart(2, '0')
  if (/^\d{2}$/.test(digits)) return digits
  throw new ValueProblem(`must have two digits, not ${shown(value)}`)
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

/** A time with its offset, in the form that it is stored in: one instant is always the same text. */
function asTime(value: unknown): string {
  const text = asText(value)
  const has_offset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(
    text,
  )
  const time = has_offset ? new Date(text) : new Date(Number.NaN)
  if (!Number.isNaN(time.getTime())) return time.toISOString()
  throw new ValueProblem(`must be a time such as 2026-12-12T09:00:00+07:00, not ${shown(value)}`)
}

/** The blocks of a landing page in full: a file may leave out what is usual. */
function asBlocks(value: unknown): unknown {
  const read = LandingBlocks.safeParse(asList(value).map(completeBlock))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue?.path.join('.') ?? ''
  throw new ValueProblem(`is not right at ${place}: ${issue?.message ?? ''}`)
}

/** A draft in full, with the name of its category and the time when it is published. */
function asDraft({ category, publish_at, ...content }: Record<string, unknown>): unknown {
  const read = ArticleContent.safeParse(content)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ValueProblem(
      `is not right at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    )
  }
  const { post_category_id: _of_its_shop, ...draft } = read.data
  return {
    ...draft,
    body: richText(draft.body),
    category: category == null ? null : asName(category),
    publish_at: publish_at == null ? null : asTime(publish_at),
  }
}

function asGameOffer(value: unknown) {
  const { from_day, prizes_per_day, ranking_value, ranking_registration, prizes } = asObject(value)
  return {
    from_day: asDay(from_day),
    prizes_per_day: asWhole(prizes_per_day, 10_000),
    ranking_value: ranking_value == null ? 0 : asWhole(ranking_value, 500_000),
    ranking_registration: ranking_registration == null ? '' : asText(ranking_registration),
    prizes: asList(prizes)
      .map(asObject)
      .map((prize) => ({
        score: asWhole(prize['score'], 1_000_000),
        value: asWhole(prize['value'], 500_000),
      }))
      .toSorted((one, other) => one.score - other.score),
  }
}

function asPath(value: unknown): string {
  const path = asText(value)
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase()
  if (/^[a-z0-9][a-z0-9._/-]{0,199}$/.test(path)) return path
  throw new ValueProblem(`must be an address such as iphone-18-256gb, not ${shown(value)}`)
}

/** 12990000, "12990000 VND", "12.990.000đ": whole đồng. Any other currency is refused. */
function asMoney(value: unknown): number {
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

/** {"CH001": 3}: whole numbers by name. A list of names gives each name the value 0. */
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

/** {"ram_gb": 12, "anc": true}: text, number or flag by the attribute's code; a list becomes a text. */
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

/** The stored code of an attribute: cores.total → cores_total. */
export function attributeCode(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

/** A value of an attribute, or undefined for a value that a table cannot show. */
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

/** The sale price, or null if it equals the list price. A higher sale price is refused. */
export function belowList(list_price: number, sale_price: number | null): number | null {
  if (sale_price === null || sale_price === list_price) return null
  if (sale_price < list_price) return sale_price
  throw new ValueProblem(`sale price ${sale_price} is above the list price ${list_price}`)
}

function asPicture(value: unknown) {
  const { src, alt, width, height, position, blur, kind } = asObject(value)
  const address = asText(src)
  if (!isPictureAddress(address)) {
    throw new ValueProblem(`must lie under /media/, not ${shown(src)}`)
  }
  const size = { width: asWhole(width, 20_000), height: asWhole(height, 20_000) }
  const place = position == null ? {} : { position: asWhole(position, 1_000) }
  const preview = blur == null ? {} : { blur: asText(blur) }
  const shows = kind == null ? {} : { kind: asPictureKind(kind) }
  const words = alt == null ? '' : asText(alt)
  return { src: address, alt: words, ...size, ...place, ...preview, ...shows }
}

function asPictureKind(value: unknown): string {
  if (value === 'picture' || value === 'spin' || value === 'box') return value
  throw new ValueProblem(`kind must be picture, spin or box, not ${shown(value)}`)
}

function asFlashItem(value: unknown) {
  const { sku, price, slots } = asObject(value)
  return {
    sku: asName(sku),
    price: asMoney(price),
    slots: slots == null ? null : asWhole(slots, largest_whole),
  }
}

function asRepairOption(value: unknown) {
  const { label, list_price, price, warranty_months, is_active, stock } = asObject(value)
  const own = asMoney(price)
  const list = list_price == null ? null : asMoney(list_price)
  return {
    label: asName(label),
    // A list price that is no higher is none.
    list_price: list !== null && list > own ? list : null,
    price: own,
    warranty_months: warranty_months == null ? 0 : asWhole(warranty_months, 60),
    is_active: is_active == null ? true : asFlag(is_active),
    stock: stock == null ? null : asAmounts(asObject(stock)),
  }
}

/** {"any": 4, "laptop": [2, 2, 2, 2, 2, 1, 0]}: a week, or one number for every day of it. */
function asTechnicians(value: unknown): Record<string, number[]> {
  const weeks = Object.entries(asObject(asJson(value))).map(([skill, counts]) => {
    const list = Array.isArray(counts) ? counts : Array<unknown>(7).fill(counts)
    if (list.length !== 7) throw new ValueProblem('has seven days, from Monday to Sunday')
    return [asName(skill), list.map((count) => asWhole(count, 99))] as const
  })
  const known = ['any', 'man-hinh', 'pin', 'phan-cung', 'laptop', 'dong-ho']
  const names = new Set(weeks.map(([skill]) => skill))
  if (names.size > 0 && !(names.has('any') && [...names].every((name) => known.includes(name)))) {
    throw new ValueProblem(`names any and no other skill than ${known.slice(1).join(', ')}`)
  }
  return Object.fromEntries(weeks)
}

function asTradeAnswer(value: unknown) {
  const { answer_code, label, grade_code, deduction, note } = asObject(value)
  return {
    answer_code: asName(answer_code),
    label: asName(label),
    grade_code: grade_code == null ? null : asName(grade_code),
    deduction: deduction == null ? 0 : asWhole(deduction, 10_000),
    note: note == null ? '' : asText(note),
  }
}

function asDeviceTest(value: unknown) {
  const { name, is_passed, tested_on } = asObject(value)
  return { name: asName(name), is_passed: asFlag(is_passed), tested_on: asDay(tested_on) }
}

function asLoanRate(value: unknown) {
  const { months, min_prepaid_percent, category, flat_rate_month } = asObject(value)
  return {
    months: months == null ? null : asMonths(months),
    min_prepaid_percent: min_prepaid_percent == null ? 0 : asWhole(min_prepaid_percent, 99),
    category: category == null ? null : asName(category),
    flat_rate_month: asWhole(flat_rate_month, 1_000),
  }
}

function asCardFee(value: unknown) {
  const { months, fee_rate } = asObject(value)
  return { months: asMonths(months), fee_rate: asWhole(fee_rate, 5_000) }
}

function asMonths(value: unknown): number {
  const months = asWhole(value, 120)
  if (months > 0) return months
  throw new ValueProblem('must have at least one month')
}

function asQuestion(value: unknown) {
  const { question, answer } = asObject(value)
  return { question: asName(question), answer: richText(clean(asText(answer))) }
}

/** Returns rich text within the allow-list of contract §5 unchanged; other text is reduced to paragraphs and links. */
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
        .map(({ text: part, href }) =>
          href === undefined ? escaped(part) : `<a href="${escaped(href)}">${escaped(part)}</a>`,
        )
        .join('')
        .trim(),
    )
    .map((content) => `<p>${content}</p>`)
    .join('')
}

function paragraph(text: string): string {
  return text.trim() === '' ? '' : `<p>${escaped(text.trim())}</p>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Reads a list: in a cell it is JSON or separated by |. */
function asList(value: unknown): unknown[] {
  const data =
    typeof value === 'string' && !value.startsWith('[') ? value.split('|') : asJson(value)
  if (Array.isArray(data))
    return data.map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
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

/** Removes the character U+0000, which PostgreSQL cannot store. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '').trim()
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
