import {
  designatorsOf,
  hasPart,
  type Model,
  type ModelNames,
} from '#shop/search/index/model-names.ts'
import {
  type Designator,
  designatorOf,
  partsOfWord,
  tiers,
} from '#shop/search/index/model-parts.ts'

/** A part of a query with its synonyms. */
export interface AskedPart {
  text: string
  or: readonly string[]
}

/** A model near the one that was asked for. 0: only letters were mistyped. */
export interface NearModel {
  model: Model
  cost: number
}

/** Models that lie further behind the nearest are not shown. */
const widest = 1.6
const max_models = 40
const max_compared = 1_000
const no_number = 2.5
const missing_tier = 0.7
const further_tier = 0.5
/** "AirPods Pro 3" is another line than "AirPods 3"; "Galaxy S24 Ultra" is of the line of "Galaxy S24". */
const other_line = 2.2
const further_word = 0.6
const max_further_words = 2
const missing_word = 4
/** The first word of a line says most: an "ipad gen 10" is no "ThinkPad Gen 6". */
const missing_first_word = 6
const brand_only = 0.8

/** Returns the parts of query words: "fold5" is the line "fold" and 5. */
export function askedParts(names: ModelNames, words: readonly AskedPart[]): AskedPart[] {
  return words.flatMap(({ text, or }) => {
    const split = partsOfWord(text)
    const is_whole = names.having(text).length > 0 && names.having(split[0] ?? '').length === 0
    const parts = is_whole ? [text] : split
    return parts.map((part) => ({ text: part, or: parts.length === 1 ? or : [] }))
  })
}

/**
 * Returns the models of the same line that are nearest to an absent one, the nearest first. The line are the words
 * of the query that names of models have; then numbers with the same prefix are compared ("S22", "S24"), then words
 * like Pro and Max. Empty if no word names a line.
 */
export function nearestModels(
  names: ModelNames,
  asked: readonly AskedPart[],
  isAllowed: (model: Model) => boolean,
): NearModel[] {
  const line = asked.filter((part) => isLine(part.text) && modelsOf(names, part).length > 0)
  const candidates = candidatesFor(names, line.length > 0 ? line : asked)
  const numbers = asked.flatMap(({ text }) => (tiers.has(text) ? [] : (designatorOf(text) ?? [])))
  const wanted = new Set(asked.flatMap(spellings))
  const allowed = [...candidates].filter((model) => model.ordinals.length > 0 && isAllowed(model))
  const near = ofBrand(allowed, line[0]).map((model) => ({
    model,
    cost: costOf(model, { line, numbers, wanted }),
  }))
  const least = near.reduce((min, { cost }) => Math.min(min, cost), Infinity)
  return near
    .filter(({ cost }) => cost <= least + widest)
    .toSorted(
      (one, other) => one.cost - other.cost || other.model.popularity - one.model.popularity,
    )
    .slice(0, max_models)
}

/** Returns the models of the brand that was asked for, if there are any: nobody asks for another brand's band. */
function ofBrand(models: readonly Model[], first: AskedPart | undefined): readonly Model[] {
  if (first === undefined) return models
  const own = models.filter(({ brand }) => spellings(first).some((word) => brand.includes(word)))
  return own.length > 0 ? own : models
}

/** Returns the models of the rarest parts: a brand alone may have thousands. */
function candidatesFor(names: ModelNames, parts: readonly AskedPart[]): Set<Model> {
  const groups = parts
    .filter(({ text }) => text.length > 1 && !/^\d+$/.test(text) && !tiers.has(text))
    .map((part) => modelsOf(names, part))
    .toSorted((one, other) => one.length - other.length)
  const chosen = new Set<Model>()
  for (const models of groups) {
    if (chosen.size > 0 && chosen.size + models.length > max_compared) break
    for (const model of models.slice(0, max_compared)) chosen.add(model)
  }
  if (chosen.size > 0) return chosen
  // "S23" names no line: its letter does.
  const numbered = parts.flatMap(({ text }) => names.numbered(designatorOf(text)?.prefix ?? ''))
  return new Set(numbered.slice(0, max_compared))
}

function modelsOf(names: ModelNames, part: AskedPart): Model[] {
  return spellings(part).flatMap((one) => [...names.having(one)])
}

function isLine(text: string): boolean {
  return (
    !tiers.has(text) && /^[a-z]/.test(text) && !/^[345]g$/.test(text) && designatorOf(text) === null
  )
}

function spellings({ text, or }: AskedPart): string[] {
  return [text, ...or]
}

interface Asked {
  line: readonly AskedPart[]
  numbers: readonly Designator[]
  /** All parts, as set. */
  wanted: ReadonlySet<string>
}

function costOf(model: Model, { line, numbers, wanted }: Asked): number {
  const { own } = model
  const designators = designatorsOf(model)
  const words = line.map((part, turn) => {
    const found = spellings(part).filter((one) => hasPart(model, one))
    if (found.length === 0) return turn === 0 ? missing_first_word : missing_word
    // "Xiaomi 13" asks for a Xiaomi and not for a Redmi; all phones of Samsung are a Galaxy.
    return found.some((one) => own.includes(one)) || designators.some(({ prefix }) => prefix !== '')
      ? 0
      : brand_only
  })
  const first_number = model.own.findIndex(
    (part) => designatorOf(part) !== null && !tiers.has(part),
  )
  const further = model.own.map((part, at) => {
    if (wanted.has(part)) return 0
    // People say "17 max" for "17 Pro Max".
    if (part === 'pro' && wanted.has('max')) return 0
    if (tiers.has(part)) return at < first_number ? other_line : further_tier
    return 0
  })
  const others = model.own.filter(
    (part) => isLine(part) && part.length > 1 && !wanted.has(part) && !model.brand.includes(part),
  )
  const missing = [...tiers].filter((tier) => wanted.has(tier) && !hasPart(model, tier))
  return (
    sum(words) +
    sum(numbers.map((number) => distance(number, model, designators))) +
    sum(further) +
    missing.length * missing_tier +
    Math.min(others.length, max_further_words) * further_word
  )
}

/** Returns how far the nearest number of a model is. It grows slowly: all of one series stay before other series. */
function distance(asked: Designator, model: Model, designators: readonly Designator[]): number {
  if (hasPart(model, asked.text)) return 0
  const same = designators.filter(({ prefix }) => isSameSeries(prefix, asked.prefix))
  const gaps = same.map(({ number, suffix }) => {
    const unit = Math.max(1, Math.min(number, asked.number) / 50)
    const gap = Math.abs(number - asked.number) / unit
    return (3 * gap) / (gap + 4) + (suffix === asked.suffix ? 0 : 0.2)
  })
  return Math.min(no_number, ...gaps)
}

/** Returns whether numbers with these prefixes can be compared. "XM4" is the end of "1000XM4". */
export function isSameSeries(prefix: string, asked: string): boolean {
  return prefix === asked || (asked.length > 1 && prefix.endsWith(asked))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
