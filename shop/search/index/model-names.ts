import {
  designatorOf,
  type Designator,
  partsOf,
  squeeze,
  tiers,
} from '#shop/search/index/model-parts.ts'

/**
 * A model of the shop, with the products that are its versions. Lists are short: sets would cost more memory. They
 * are copied when they grow, because JavaScript gives an array that is pushed to space for 17 elements.
 */
export interface Model {
  name: string
  /** The words of its name, split like `partsOf`. */
  own: readonly string[]
  /** Forms of joined words without their joints, where they differ: "wh1000xm5". */
  glued: readonly string[]
  /** The words of its brand. */
  brand: readonly string[]
  ordinals: readonly number[]
  /** Of its most popular version. */
  popularity: number
}

export interface ModelNames {
  put(ordinal: number, model: { name: string; brand: string; popularity: number }): void
  remove(ordinal: number): void
  of(ordinal: number): Model | undefined
  /** Returns the models with a part in their name or brand. */
  having(part: string): readonly Model[]
  /** Returns the models with a number behind letters: S24 and S26 for "s". */
  numbered(prefix: string): readonly Model[]
  /** Returns the models whose whole name differs by at most one letter lost, added or swapped; blanks do not count. */
  near(squeezed: string): { model: Model; name: string; is_same: boolean }[]
  /** Returns whether a text is the whole name of a model. */
  has(squeezed: string): boolean
}

const shortest_name = 5
const none: readonly Model[] = []
/** Shared by all models, as each empty list would cost 32 bytes. */
const no_parts: readonly string[] = []
const no_ordinals: readonly number[] = []

/** Returns whether a model has a part in its name or brand. */
export function hasPart({ own, glued, brand }: Model, part: string): boolean {
  return own.includes(part) || brand.includes(part) || glued.includes(part)
}

/** Returns the numbers in a model's name. */
export function designatorsOf({ own, glued }: Model): Designator[] {
  return [...own, ...glued].flatMap((part) => (tiers.has(part) ? [] : (designatorOf(part) ?? [])))
}

/** Stores the names of models, each once, however many versions it has. */
export function createModelNames(): ModelNames {
  const by_ordinal: (Model | undefined)[] = []
  const by_name = new Map<string, Map<string, Model>>()
  const by_part = new Map<string, Model[]>()
  const by_prefix = new Map<string, Model[]>()
  const brands = new Map<string, readonly string[]>()
  const squeezed = createSqueezedNames()
  const brandOf = (brand: string) => {
    const parts = brands.get(brand) ?? partsOf(brand)
    brands.set(brand, parts)
    return parts
  }
  const addModel = (name: string, brand: string): Model => {
    const model = newModel(name, brandOf(brand))
    squeezed.add(model, null)
    if (!name.toLowerCase().startsWith(brand.toLowerCase())) squeezed.add(model, brand)
    for (const part of [...model.own, ...model.glued, ...model.brand]) add(by_part, part, model)
    for (const { prefix } of designatorsOf(model)) {
      if (prefix.length === 1) add(by_prefix, prefix, model)
    }
    return model
  }
  const remove = (ordinal: number) => {
    const model = by_ordinal[ordinal]
    if (model) model.ordinals = model.ordinals.filter((one) => one !== ordinal)
    by_ordinal[ordinal] = undefined
  }
  return {
    put(ordinal, { name, brand, popularity }) {
      remove(ordinal)
      const of_brand = by_name.get(brand) ?? new Map<string, Model>()
      by_name.set(brand, of_brand)
      const model = of_brand.get(name) ?? addModel(name, brand)
      of_brand.set(name, model)
      model.ordinals = model.ordinals.concat(ordinal)
      model.popularity = Math.max(model.popularity, popularity)
      by_ordinal[ordinal] = model
    },
    remove,
    of: (ordinal) => by_ordinal[ordinal],
    having: (part) => by_part.get(part) ?? none,
    numbered: (prefix) => by_prefix.get(prefix) ?? none,
    has: squeezed.has,
    near: (text) => squeezed.near(text).filter(({ model }) => model.ordinals.length > 0),
  }
}

/** Adds a model to a list that has it at most once, as its last. */
function add(lists: Map<string, Model[]>, key: string, model: Model): void {
  const models = lists.get(key)
  if (!models) lists.set(key, [model])
  else if (models.at(-1) === model) return
  // Most lists have few models: these take no space for more.
  else if (models.length < 8) lists.set(key, models.concat(model))
  else models.push(model)
}

function newModel(name: string, brand: readonly string[]): Model {
  const own = partsOf(name)
  const joined = name.split(/\s+/).filter((word) => /[-./]/.test(word))
  const glued = joined.map((word) => squeeze(word).text).filter((word) => !own.includes(word))
  return {
    ...{ name, brand, ordinals: no_ordinals, popularity: 0 },
    own: [...own],
    glued: glued.length === 0 ? no_parts : [...glued],
  }
}

/** Names of one length, with the sets of their letters and digits as bits. */
interface Bucket {
  texts: string[]
  models: Model[]
  brands: (string | null)[]
  letters: number[]
  digits: number[]
}

const newBucket = (): Bucket => ({ texts: [], models: [], brands: [], letters: [], digits: [] })

/** Compares with names of nearly the same length; sets of letters leave few of them, as in `createSpelling`. */
function createSqueezedNames() {
  const buckets = new Map<number, Bucket>()
  return {
    /** Adds the name of a model, with its brand before it unless that is null. */
    add(model: Model, brand: string | null) {
      const { text } = squeeze(nameWith(brand, model))
      if (text.length < shortest_name) return
      const bucket = buckets.get(text.length) ?? newBucket()
      buckets.set(text.length, bucket)
      const { letters, digits } = characterSets(text)
      bucket.texts.push(text)
      bucket.models.push(model)
      bucket.brands.push(brand)
      bucket.letters.push(letters)
      bucket.digits.push(digits)
    },
    has: (text: string) => buckets.get(text.length)?.texts.includes(text) ?? false,
    near(text: string) {
      const own = characterSets(text)
      const found: { model: Model; name: string; is_same: boolean }[] = []
      for (let length = text.length - 1; length <= text.length + 1; length++) {
        const { texts, models, brands, letters, digits } = buckets.get(length) ?? no_names
        for (let turn = 0; turn < texts.length; turn++) {
          const differing = (letters[turn] ?? 0) ^ own.letters
          if (!isOneBit(differing, (digits[turn] ?? 0) ^ own.digits)) continue
          const [other, model] = [texts[turn], models[turn]]
          if (other === undefined || !model || !isOneSlip(text, other)) continue
          found.push({
            ...{ model, is_same: text === other },
            name: nameWith(brands[turn] ?? null, model),
          })
        }
      }
      return found
    },
  }
}

function nameWith(brand: string | null, { name }: Model): string {
  return brand === null ? name : `${brand} ${name}`
}

const no_names = newBucket()

function characterSets(text: string): { letters: number; digits: number } {
  let letters = 0
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 97) letters |= 1 << (code - 97)
    else digits |= code >= 48 ? 1 << (code - 48) : 1 << 10
  }
  return { letters, digits }
}

/** Returns whether at most one of all bits is set. */
function isOneBit(one: number, other: number): boolean {
  if (one !== 0 && other !== 0) return false
  const bits = one | other
  return (bits & (bits - 1)) === 0
}

/** Returns whether two texts are equal except for one character lost or added, or two swapped neighbours. */
function isOneSlip(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  if (one.length === other.length) {
    return (
      at === one.length ||
      (one[at] === other[at + 1] &&
        one[at + 1] === other[at] &&
        one.slice(at + 2) === other.slice(at + 2))
    )
  }
  return one.length < other.length
    ? one.slice(at) === other.slice(at + 1)
    : one.slice(at + 1) === other.slice(at)
}
