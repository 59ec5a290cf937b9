import { isModel, namesModel } from '#shop/search/asked-model.ts'
import { designatorsOf, type Model } from '#shop/search/index/model-names.ts'
import { designatorOf, tiers } from '#shop/search/index/model-parts.ts'
import { askedParts, isSameSeries, nearestModels } from '#shop/search/index/nearest-models.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import type { Token } from '#shop/search/query/tokens.ts'
import { phrasesIn, resolveSynonyms } from '#shop/search/query/understand-phrases.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'

/** A query for goods of a category that go with a model of another: "cáp sạc iphone 15". */
export interface AccessoryFor {
  /** The words that name the category. */
  head: Token[]
  /** The words of the brand of the model. Goods of this brand come first. */
  brand: readonly string[]
}

/**
 * Finds a model of another category behind the name of a category. Such a model is no part of the goods' names, and
 * says nothing about whether it is carried itself. Null if the words behind the category may name one of its products.
 */
export function accessoryFor(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
): AccessoryFor | null {
  const number = tokens.findIndex(({ text }) => tiers.has(text) || designatorOf(text) !== null)
  for (let at = number - 1; at > 0; at--) {
    if (!mayBeLine(tokens[at] as Token, vocabulary)) continue
    const head = tokens.slice(0, at).filter(({ text, marked }) => !isSoft(text, marked))
    const category_id = categoryOf(head, vocabulary)
    if (category_id === null) continue
    const device = otherModel(tokens.slice(at), category_id, vocabulary)
    return device && { head, brand: device.brand }
  }
  return null
}

function mayBeLine({ text }: Token, { index, phrases }: Vocabulary): boolean {
  return index.models.having(text).length > 0 || phrases.has(text)
}

/** Returns the category that all these words name together. */
function categoryOf(head: readonly Token[], vocabulary: Vocabulary): number | null {
  const begun = vocabulary.phrases.get(head[0]?.text ?? '') ?? []
  if (!begun.some(({ meaning }) => meaning.kind === 'category' || meaning.kind === 'synonym')) {
    return null
  }
  const terms = resolveSynonyms(head, vocabulary, false)
  const [hit, ...others] = phrasesIn(terms, vocabulary)
  if (hit?.meaning.kind !== 'category' || others.length > 0) return null
  return hit.to - hit.from === terms.length ? hit.meaning.category_id : null
}

/** Returns the model that words name, if it belongs to another category and cannot be one of the category's names. */
function otherModel(
  tokens: readonly Token[],
  category_id: number,
  vocabulary: Vocabulary,
): Model | null {
  const { models } = vocabulary.index
  const words = tokens.filter(({ text, marked }) => !isSoft(text, marked))
  const parts = askedParts(models, resolveSynonyms(words, vocabulary, false))
  if (!namesModel(models, parts)) return null
  const isOwn = ({ ordinals }: Model) =>
    ordinals.some((ordinal) => vocabulary.membership.isIn(ordinal, category_id))
  const named = parts.find(({ text, or }) =>
    [text, ...or].some((one) => models.having(one).length > 0),
  )
  const line = named ? [named.text, ...named.or] : []
  const own = line.flatMap((one) => models.having(one)).filter(isOwn)
  if (own.some((model) => isModel(model, parts))) return null
  const numbers = parts.flatMap(({ text }) => (tiers.has(text) ? [] : (designatorOf(text) ?? [])))
  const isComparable = (model: Model) => {
    const designators = designatorsOf(model)
    return numbers.every((asked) =>
      designators.some(({ prefix }) => isSameSeries(prefix, asked.prefix)),
    )
  }
  // Cases have the names of phones, and must fit. A charger only has the same brand.
  const has_brand_only = own.every(({ brand }) => line.some((one) => brand.includes(one)))
  const is_other_series = numbers.some(({ prefix }) => prefix !== '') && !own.some(isComparable)
  if (!has_brand_only && !is_other_series) return null
  const [near] = nearestModels(models, parts, () => true)
  if (!near || isOwn(near.model) || !isComparable(near.model)) return null
  if (own.length === 0 || is_other_series) return near.model
  const is_exact = line.some((one) => near.model.own.includes(one)) && isModel(near.model, parts)
  return is_exact ? near.model : null
}
