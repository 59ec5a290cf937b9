import { hasPart, type Model, type ModelNames } from '#shop/search/index/model-names.ts'
import { designatorOf, tiers } from '#shop/search/index/model-parts.ts'
import type { AskedPart } from '#shop/search/index/nearest-models.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'
import { isKnownName } from '#shop/search/query/known-names.ts'

/** "8/128GB": 8 is no number of a model. */
export function isMemory(words: readonly QueryWord[], at: number): boolean {
  return /^\d{1,2}$/.test(words[at]?.text ?? '') && /^\d+(?:gb|tb)$/.test(words[at + 1]?.text ?? '')
}

/** Returns whether the name of a line is followed by a number or a word like Pro, or a number has a letter: "s23". */
export function namesModel(names: ModelNames, parts: readonly AskedPart[]): boolean {
  const [first] = parts
  if (first && /^[a-z]\d{1,3}$/.test(first.text) && parts.slice(1).every(isFurther)) {
    return names.numbered(first.text.charAt(0)).some(({ ordinals }) => ordinals.length > 0)
  }
  const line = parts.findIndex(
    ({ text, or }) => !tiers.has(text) && [text, ...or].some((one) => names.having(one).length > 0),
  )
  return (
    line >= 0 &&
    parts.slice(line + 1).some(({ text }) => tiers.has(text) || designatorOf(text) !== null)
  )
}

function isFurther({ text }: AskedPart): boolean {
  return tiers.has(text) || /^[45]g$/.test(text)
}

/** "iPhone 17 hay S26" asks for two models. */
export function isComparison(typed: string): boolean {
  return /(?<!\p{L})(?:hay|vs|và|va|hoặc|hoac|so sánh|so sanh|so với)(?!\p{L})/iu.test(typed)
}

/** Returns whether a model has all parts of a query and no other tier. */
export function isModel(model: Model, parts: readonly AskedPart[]): boolean {
  const has_all = parts.every(({ text, or }) => [text, ...or].some((one) => hasPart(model, one)))
  return has_all && !goesOn(model, parts)
}

/**
 * Returns whether a product with all words is of the asked model. A number or a word like Pro behind the name of a
 * line must be in the model's name too: 11 GB of a "Redmi Note 15" are no "Redmi Note 11". And its name must not go
 * on: an "iPhone 14 Pro Max" is no "iPhone 14 Pro".
 */
export function isAsked(
  names: ModelNames,
  model: Model | undefined,
  parts: readonly AskedPart[],
  has_category: boolean,
): boolean {
  if (model === undefined) return true
  const isInName = (text: string) =>
    has_category ? model.own.includes(text) && !model.brand.includes(text) : hasPart(model, text)
  const is_named = parts.every(({ text, or }, at) => {
    const before = parts[at - 1]
    const is_number = /^\d{1,4}$/.test(text) && or.length === 0
    if (!before || !(is_number || tiers.has(text))) return true
    const follows = [before.text, ...before.or].some(isInName)
    if (!follows) return true
    return hasPart(model, text) && !(is_number && isOtherLine(names, model, before.text))
  })
  return is_named && !goesOn(model, parts)
}

/**
 * Returns whether the model's name has another line or tier around the number that was asked for. Who says no tier
 * asks for the generation: an "iPhone 18 Pro" is an "iPhone 18".
 */
function goesOn(model: Model, parts: readonly AskedPart[]): boolean {
  const wanted = new Set(parts.flatMap(({ text, or }) => [text, ...or]))
  const has_tier = parts.some(({ text }) => tiers.has(text))
  const isFurther = (part: string | undefined) =>
    part !== undefined &&
    tiers.has(part) &&
    !wanted.has(part) &&
    !(part === 'pro' && wanted.has('max'))
  return parts.some(({ text }, at) => {
    const designator = tiers.has(text) ? null : designatorOf(text)
    const place = model.own.indexOf(text)
    if (designator === null || place < 0) return false
    const behind = model.own.slice(place + 1)
    const end = behind.findIndex((part) => !tiers.has(part))
    if (has_tier && behind.slice(0, end < 0 ? behind.length : end).some(isFurther)) return true
    // Screens have such sizes from 11 inches: an "iPad Air 11" is an "iPad 11".
    const is_generation = designator.prefix === '' && designator.number < 11 && at > 0
    return is_generation && isFurther(model.own[place - 1])
  })
}

/** Returns whether a query names the brand of a model. */
export function isOfBrand(model: Model | undefined, parts: readonly AskedPart[]): boolean {
  return parts.some(({ text, or }) =>
    [text, ...or].some((one) => model?.brand.includes(one) === true),
  )
}

/** Returns the parts that belong to the name of a model. What follows the number is a colour or a size. */
export function nameParts(models: ModelNames, parts: readonly AskedPart[]): readonly AskedPart[] {
  const isNumber = (part: string) => designatorOf(part) !== null || /^(?:19|20)\d\d$/.test(part)
  const isOfName = (part: string) =>
    isNumber(part) || isKnownName(part) || models.having(part).length > 0
  const last = parts.findLastIndex(({ text }) => tiers.has(text) || isNumber(text))
  return parts.filter(({ text, or }, at) => at <= last && [text, ...or].some(isOfName))
}

/** "Xiaomi 15" is no Redmi 15 of Xiaomi, if the brand is also the name of a line with numbers. */
function isOtherLine(names: ModelNames, model: Model, brand: string): boolean {
  if (model.own.includes(brand)) return false
  return names
    .having(brand)
    .some(({ own }) => own[0] === brand && designatorOf(own[1] ?? '')?.prefix === '')
}

/** Returns whether a model has the word before the number of a query. */
export function isOfLine(model: Model, parts: readonly AskedPart[]): boolean {
  const number = parts.findIndex(({ text }) => !tiers.has(text) && designatorOf(text) !== null)
  const line = parts[number - 1]
  return line === undefined || [line.text, ...line.or].some((one) => hasPart(model, one))
}
