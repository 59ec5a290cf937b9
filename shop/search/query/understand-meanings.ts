import type { Understood } from '#contracts/storefront/search.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import type { Hit, Term } from '#shop/search/query/understand-phrases.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'

type Span = { start: number; end: number }

/** Which runs of words became filters, and the words that are left. */
export interface Chosen {
  rest: Term[]
  brand: string[]
  category_id: number | null
  need: string[]
  filters: Record<string, string[]>
  chips: { kind: Understood['chips'][number]['kind']; label: string; spans: Span[] }[]
}

type HitOf<Kind extends Hit['meaning']['kind']> = Hit & {
  meaning: Extract<Hit['meaning'], { kind: Kind }>
}

/** Each costs questions to the products; nobody names more taxonomy and needs in earnest. */
const most_tried = 3

/**
 * Decides for each run of words whether it is a filter or stays words. IndexedProducts decide: what would
 * leave nothing of the other words ("balo laptop": no bag is a laptop) stays words.
 */
export function chooseMeanings(
  terms: readonly Term[],
  hits: readonly Hit[],
  vocabulary: Vocabulary,
): Chosen {
  const categories = hits.filter((hit) => is(hit, 'category'))
  const brands = hits.filter((hit) => is(hit, 'brand'))
  const needs = hits.filter((hit) => is(hit, 'need'))
  const attributes = hits.filter((hit) => is(hit, 'attribute'))
  const probe = createProbe(terms, vocabulary)

  const category = chooseCategory(
    firstOfEach(categories).slice(0, most_tried),
    [...needs, ...attributes],
    probe,
  )
  const category_id = category?.meaning.category_id ?? null
  const taken: Hit[] = category ? [category] : []
  const others = categories.filter((hit) => hit !== category)
  const own = probe.required(except(terms, [...categories, ...brands, ...needs, ...attributes]))
  const chosen_needs = chooseNeeds(needs.slice(0, most_tried), category_id, { own, brands, probe })
  taken.push(...chosen_needs)
  const chosen_attributes = category_id === null ? [] : firstOfEach(attributes)
  taken.push(...chosen_attributes)
  const words_left = probe.required(except(terms, [...taken, ...others, ...brands]))
  const brand = words_left.length > 0 ? null : chooseBrand(brands, category_id, others, probe)
  if (brand) taken.push(brand)

  const rest = except(terms, taken)
  const has_model = probe.required(except(rest, [])).length > 0
  const optional = new Set(others.flatMap((hit) => terms.slice(hit.from, hit.to)))
  return {
    rest: rest.map((term) =>
      optional.has(term) && has_model && rest.some((one) => !optional.has(one))
        ? { ...term, is_optional: true }
        : term,
    ),
    brand: brand ? [brand.meaning.slug] : [],
    category_id,
    need: chosen_needs.map((hit) => hit.meaning.code),
    filters: Object.fromEntries(
      chosen_attributes.map(({ meaning }) => [meaning.code, [meaning.value]]),
    ),
    chips: [category, brand, ...chosen_needs, ...chosen_attributes]
      .filter((hit) => hit !== null && hit !== undefined)
      .map((hit) => ({
        kind: hit.meaning.kind,
        label: 'label' in hit.meaning ? hit.meaning.label : hit.meaning.name,
        spans: terms.slice(hit.from, hit.to),
      })),
  }
}

function is<Kind extends Hit['meaning']['kind']>(hit: Hit, kind: Kind): hit is HitOf<Kind> {
  return hit.meaning.kind === kind
}

/** Terms outside some runs. */
function except(terms: readonly Term[], hits: readonly Hit[]): Term[] {
  return terms.filter((_, index) => !hits.some((hit) => index >= hit.from && index < hit.to))
}

type Probe = ReturnType<typeof createProbe>

/** Questions to the products while deciding. */
function createProbe(terms: readonly Term[], { index, shelving, isWithin }: Vocabulary) {
  const required = (list: readonly Term[]) => list.filter((term) => !isSoft(term.text, term.marked))
  const query = (list: readonly Term[]): QueryWord[] =>
    required(list).map(({ text, marked, or }) => ({ text, marked, or, is_soft: false }))
  const strict = (list: readonly Term[], category_id: number | null) =>
    index.find(query(list), {
      may_loosen: false,
      may_guess: false,
      ...(category_id === null
        ? {}
        : { only: (ordinal: number) => shelving.isIn(ordinal, category_id) }),
    }).ordinals
  return { terms, required, strict, shelving, isWithin }
}

/** In Vietnamese the noun that says what a thing is comes first: so does its category. */
function chooseCategory(
  categories: readonly HitOf<'category'>[],
  filters: readonly Hit[],
  probe: Probe,
): HitOf<'category'> | undefined {
  return categories.find((hit) => {
    const { category_id } = hit.meaning
    const outside = categories.filter((other) => other !== hit)
    const rest = probe.required(except(probe.terms, [hit, ...outside, ...filters]))
    const is_first = !categories.some((other) => other.from < hit.from)
    if (rest.length === 0) return is_first
    const holds_all = probe.strict(rest, category_id).length > 0
    if (!holds_all && !is_first) return false
    // "Sạc laptop", "giá đỡ điện thoại": what is named before the category is the thing itself.
    const whole = probe.strict(except(probe.terms, [...outside, ...filters]), null)
    // Where no products hold all words, the kind of thing goes before what is said of it.
    if (!holds_all) return whole.length === 0 && saysOnlyMore(rest, hit, probe)
    const best = whole[0]
    return best === undefined || probe.shelving.isIn(best, category_id) || hit.from === 0
  })
}

/** "Máy hút bụi tự động": nothing else is named before the category, and no model beside it that it lacks. */
function saysOnlyMore(rest: readonly Term[], hit: HitOf<'category'>, probe: Probe): boolean {
  if (rest.some((term) => probe.terms.indexOf(term) < hit.from)) return false
  const { category_id } = hit.meaning
  return rest.every(
    (term) =>
      !term.is_kept ||
      probe.strict([term], category_id).length > 0 ||
      probe.strict([term], null).length === 0,
  )
}

/** A need counts where the category has it and no model is called so ("TUF Gaming A15"). */
function chooseNeeds(
  needs: readonly HitOf<'need'>[],
  category_id: number | null,
  { own, brands, probe }: { own: Term[]; brands: readonly Hit[]; probe: Probe },
): HitOf<'need'>[] {
  const fitting = needs.filter(
    ({ meaning }) =>
      category_id === null ||
      meaning.category_ids.some(
        (id) => probe.isWithin(category_id, id) || probe.isWithin(id, category_id),
      ),
  )
  return firstOfEach(fitting).filter((hit) => {
    if (own.length === 0) return true
    const words = probe.terms.slice(hit.from, hit.to)
    const named = brands.flatMap((brand) => probe.terms.slice(brand.from, brand.to))
    return probe.strict([...own, ...words, ...named], category_id).length === 0
  })
}

/** A brand is a filter where nothing else is asked for and nobody else makes things for it. */
function chooseBrand(
  brands: readonly HitOf<'brand'>[],
  category_id: number | null,
  others: readonly Hit[],
  probe: Probe,
): HitOf<'brand'> | null {
  const [brand] = brands
  if (!brand || brands.length > 1 || others.length > 0) return null
  const { slug } = brand.meaning
  const found = probe.strict(probe.terms.slice(brand.from, brand.to), category_id)
  const own = found.filter((ordinal) => probe.shelving.isOf(ordinal, slug))
  if (own.length === 0) return null
  return category_id === null || own.length === found.length ? brand : null
}

function firstOfEach<Kind extends Hit['meaning']['kind']>(
  hits: readonly HitOf<Kind>[],
): HitOf<Kind>[] {
  const keyOf = ({ meaning }: Hit) => {
    if ('code' in meaning) return meaning.code
    return 'category_id' in meaning ? meaning.category_id : meaning.kind
  }
  return hits.filter(
    (hit, index) => hits.findIndex((other) => keyOf(other) === keyOf(hit)) === index,
  )
}
