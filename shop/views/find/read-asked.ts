import { isImei, storedUnitCode } from '#pure/formats/unit-codes.ts'
import { escapeLike } from '#platform/database/escape-like.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { significant } from '#shop/views/order/order-filter.ts'

/** What a text in the search box may name, each null if it cannot be that. */
export interface Asked {
  order_code: string | null
  /** The last digits of a phone from its end, as a pattern: "8765%". */
  phone_end: string | null
  /** Words of a person's name without accents, as a query of PostgreSQL: "nguyen & an". */
  names: string | null
  /** The beginning of an IMEI or a serial number, as a pattern. */
  unit_code: string | null
  /** The code of a parcel, ours or the carrier's. */
  parcel_code: string | null
  /** The code of a repair ticket. */
  ticket_code: string | null
  /** The code of a return. */
  return_code: string | null
  /** The code of a quote for an old device. */
  trade_code: string | null
  /** The number of a used device. */
  used_number: number | null
  receipt_code: string | null
  transfer_code: string | null
  count_code: string | null
  /** The beginning of a SKU in capitals, as a pattern. */
  sku: string | null
  /** Words of a product's name without accents, each as a pattern. */
  product_words: string[] | null
  /** A bank's number of a transfer. */
  reference: string | null
  /** A part of the text of a transfer in capitals, as a pattern. */
  transfer_text: string | null
}

const nothing: Asked = {
  order_code: null,
  phone_end: null,
  names: null,
  unit_code: null,
  parcel_code: null,
  ticket_code: null,
  return_code: null,
  trade_code: null,
  used_number: null,
  receipt_code: null,
  transfer_code: null,
  count_code: null,
  sku: null,
  product_words: null,
  reference: null,
  transfer_text: null,
}

/** Fewer digits or letters would find too much. */
const min_digits = 4
const min_letters = 2

/**
 * Reads what was typed or scanned. A text with a form of its own names one kind of thing: 15 digits with the check
 * digit of an IMEI, our codes of orders, parcels and documents. Any other text may name several.
 */
export function readAsked(text: string): Asked {
  const typed = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return ownCode(typed.toUpperCase()) ?? digitsAsked(typed) ?? codeAsked(typed) ?? wordsAsked(typed)
}

/** Our own codes. A transfer text may contain the code of its order. */
function ownCode(capitals: string): Asked | null {
  const order = /(?<![0-9A-Z])DH(\d{6})[\s-]?([0-9A-Z]{8})(?![0-9A-Z])/.exec(capitals)
  if (order !== null) {
    const [whole, day, random] = order
    const is_text = whole !== capitals
    const order_code = `DH${day}-${random}`
    return { ...nothing, order_code, transfer_text: is_text ? partOf(capitals) : null }
  }
  const [, day, random] = /^TC(\d{6})[\s-]?([0-9A-Z]{8})$/.exec(capitals) ?? []
  if (day !== undefined) return { ...nothing, trade_code: `TC${day}-${random}` }
  const [, used_number] = /^(?:CU|MC)[\s-]?(\d{6,10})$/.exec(capitals) ?? []
  if (used_number !== undefined) return { ...nothing, used_number: Number(used_number) }
  if (/^VD[2-9A-HJKMNP-Z]{9}$/.test(capitals)) return { ...nothing, parcel_code: capitals }
  const [, prefix, number] = /^(PN|CK|KK|SC|DT)[\s-]?0*(\d{1,12})$/.exec(capitals) ?? []
  if (prefix === undefined || number === undefined) return null
  const code = prefix + number.padStart(6, '0')
  if (prefix === 'SC') return { ...nothing, ticket_code: code }
  if (prefix === 'DT') return { ...nothing, return_code: code }
  if (prefix === 'PN') return { ...nothing, receipt_code: code }
  return prefix === 'CK' ? { ...nothing, transfer_code: code } : { ...nothing, count_code: code }
}

function digitsAsked(typed: string): Asked | null {
  const digits = typed.replace(/[\s.()+\-‐-―·]/g, '')
  if (!/^\d+$/.test(digits)) return null
  if (isImei(digits)) return { ...nothing, unit_code: digits }
  if (digits.length < min_digits) return nothing
  const end = [...significant(digits)].toReversed().join('')
  return {
    ...nothing,
    phone_end: digits.length <= 15 ? `${end}%` : null,
    unit_code: digits.length >= 6 ? `${digits}%` : null,
    parcel_code: digits,
    sku: `${digits}%`,
    reference: digits,
  }
}

/** One word with a digit: a code of somebody else, or the name of a product. */
function codeAsked(typed: string): Asked | null {
  const code = storedUnitCode(typed)
  if (!/^(?=.*\d)[0-9A-Z][0-9A-Z_./-]{3,}$/.test(code)) return null
  // A label such as "S/N: …" was on the scanned code.
  if (isImei(code)) return { ...nothing, unit_code: code }
  const pattern = `${escapeLike(code)}%`
  return {
    ...wordsAsked(typed),
    names: null,
    unit_code: pattern,
    parcel_code: code,
    sku: pattern,
    reference: code,
  }
}

function wordsAsked(typed: string): Asked {
  const words = fold(typed).match(/[a-z0-9]+/g) ?? []
  if (words.join('').length < min_letters) return nothing
  return {
    ...nothing,
    // Nobody is called so.
    names: /\d{3}/.test(typed) ? null : words.join(' & '),
    sku: /\s/.test(typed) ? null : `${escapeLike(typed.toUpperCase())}%`,
    product_words: words.map((word) => `%${word}%`),
    transfer_text: partOf(words.join(' ').toUpperCase()),
  }
}

/** Fewer than four letters are in nearly every transfer. */
function partOf(capitals: string): string | null {
  return capitals.length < 4 ? null : `%${escapeLike(capitals)}%`
}
