import { z } from 'zod'
import { item_types } from '#pure/formats/item-types.ts'

/**
 * A whole number from `min` to `max`, as a JSON number or as the digits of a form field. Signs, fractions,
 * exponents and blanks are refused: coercion would read '' as 0 and '1e3' as 1000.
 */
export function whole(min: number, max: number, message = 'Phải là số nguyên.') {
  const digits = z.string().regex(/^\d{1,15}$/, message)
  return z
    .union([z.int(), digits.transform(Number)], message)
    .pipe(z.int().min(min, `Nhỏ nhất là ${min}.`).max(max, `Lớn nhất là ${max}.`))
}

/** A solved captcha of the shop's kind (contract §5). Sent after a 429, it lets the request through. */
export const solvedCaptcha = { 'g-recaptcha-response': z.string().max(8_000).optional() }

/** A row's number in the database. */
export const id = whole(1, 9_007_199_254_740_991)
/** The retailer's own province number (contract §9). */
export const provinceId = whole(1, 9_999)
/** Quantity of one item. */
export const quantity = whole(1, 99)
/** The item type of an answer. */
export const shownItemType = z.union([
  z.literal(item_types.normal),
  z.literal(item_types.booking),
  z.literal(item_types.installment),
])
/** Forms send digits. */
export const itemType = whole(1, 4).pipe(shownItemType)
/**
 * The meta of an item (contract §3): imei_id names one used device. Unknown keys are refused and not dropped, because
 * the caller expects an effect of them.
 */
export const itemMeta = z
  .strictObject({ imei_id: id.optional() }, 'Chưa hỗ trợ thông tin kèm theo này.')
  .optional()
/** Page number of a list, from 1. */
export const page = whole(1, 10_000)
/** Whole đồng. */
export const dong = z.int()
/** Whole đồng as people type them: 1500000, 1.500.000 or 1.500.000đ. A point anywhere else is refused. */
export function typedDong(
  min: number,
  max: number,
  message = 'Ghi số tiền bằng chữ số, như 1.500.000.',
) {
  const grouped = z
    .string()
    .trim()
    .regex(/^(\d{1,3}(\.\d{3})+|\d{1,15}) ?đ?$/, message)
    .transform((text) => text.replace(/\D/g, ''))
  return z.union([z.int(), grouped], message).pipe(whole(min, max))
}
/** A boolean as JSON or as a form sends it. */
export const flag = z.union([
  z.boolean(),
  z
    .enum(['true', 'false', '1', '0', 'on'])
    .transform((text) => text === 'true' || text === '1' || text === 'on'),
])
/** Marks over one letter beyond three, by which a text is drawn over the lines around it. */
export const piled_marks = /(\p{M}{3})\p{M}+/gu

/** One line of text without control characters, trimmed. */
export function line(max: number, missing = 'Phải là chữ.') {
  return z
    .string(missing)
    .transform((text) =>
      text
        .normalize('NFC')
        .replace(piled_marks, '$1')
        .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .pipe(z.string().max(max, `Dài nhất ${max} ký tự.`))
}
/** The same as `line`, but an empty text is refused with `message`. */
export function requiredLine(max: number, message: string) {
  return line(max, message).pipe(z.string().min(1, message))
}
/** How many rows of a list have each state, up to 1,000 (platform/database/state-counts.ts). */
export function stateCounts<State extends z.ZodType>(state: State) {
  return z.array(z.object({ state, count: z.int(), is_capped: z.boolean() }))
}

/** A field that may be left empty: then it is absent. */
export function emptyOr<T extends z.ZodType>(schema: T) {
  return z.union([z.literal('').transform(() => undefined), schema]).optional()
}

/** What a field of a form offers to choose. */
export const Choice = z.object({ value: z.string(), title: z.string() })
