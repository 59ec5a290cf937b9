import type { Understood } from '#contracts/storefront/search.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import type { Hit, Term } from '#shop/search/query/understand-phrases.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'

type Span = { start: number; end: number }

/** The filters that runs of words became, and the remaining words. */
interface Chosen {
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

/** Maximum number of categories and of needs that are tried: each costs searches in the products. */
const max_tried = 3

/**
 * Decides for each run of words whether it becomes a filter. The products decide: a run stays words if with its
 * filter no product would match the other words ("balo laptop": no bag is a laptop).
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
    firstOfEach(categories).slice(0, max_tried),
    { filters: [...needs, ...attributes], brands },
    probe,
  )
  const category_id = category?.meaning.category_id ?? null
  const taken: Hit[] = category ? mentions(terms, hits, category) : []
  const others = categories.filter((hit) => !taken.includes(hit))
  const own = probe.required(except(terms, [...categories, ...brands, ...needs, ...attributes]))
  const chosen_needs = chooseNeeds(needs.slice(0, max_tried), category_id, { own, brands, probe })
  taken.push(...chosen_needs.flatMap((hit) => mentions(terms, hits, hit)))
  const chosen_attributes = category_id === null ? [] : firstOfEach(attributes)
  taken.push(...chosen_attributes)
  const words_left = probe.required(except(terms, [...taken, ...others, ...brands]))
  const brand = words_left.length > 0 ? null : chooseBrand(brands, category_id, others, probe)
  if (brand) taken.push(...mentions(terms, hits, brand))

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
        spans: mentions(terms, hits, hit).flatMap(({ from, to }) => terms.slice(from, to)),
      })),
  }
}

function is<Kind extends Hit['meaning']['kind']>(hit: Hit, kind: Kind): hit is HitOf<Kind> {
  return hit.meaning.kind === kind
}

/** Returns the terms outside the hits. */
function except(terms: readonly Term[], hits: readonly Hit[]): Term[] {
  return terms.filter((_, index) => !hits.some((hit) => index >= hit.from && index < hit.to))
}

type Probe = ReturnType<typeof createProbe>

/** Creates the functions that search the products during the decision. */
function createProbe(terms: readonly Term[], { index, membership, isWithin }: Vocabulary) {
  const required = (list: readonly Term[]) => list.filter((term) => !isSoft(term.text, term.marked))
  const query = (list: readonly Term[]): QueryWord[] =>
    required(list).map(({ text, marked, or }) => ({ text, marked, or, is_soft: false }))
  const strict = (list: readonly Term[], category_id: number | null) =>
    index.find(query(list), {
      may_loosen: false,
      may_guess: false,
      ...(category_id === null
        ? {}
        : { only: (ordinal: number) => membership.isIn(ordinal, category_id) }),
    }).ordinals
  return { terms, required, strict, membership, isWithin }
}

/** Chooses the category. In Vietnamese the noun that names the kind of product comes first. */
function chooseCategory(
  categories: readonly HitOf<'category'>[],
  { filters, brands }: { filters: readonly Hit[]; brands: readonly Hit[] },
  probe: Probe,
): HitOf<'category'> | undefined {
  return categories.find((hit) => {
    const { category_id } = hit.meaning
    const outside = categories.filter((other) => other !== hit)
    const rest = probe.required(except(probe.terms, [hit, ...outside, ...filters]))
    const is_first = !categories.some((other) => other.from < hit.from)
    if (rest.length === 0) return is_first
    const matches_all = probe.strict(rest, category_id).length > 0
    if (!matches_all && !is_first) return false
    // "Sạc laptop", "giá đỡ điện thoại": a noun before the category names the product.
    const whole = probe.strict(except(probe.terms, [...outside, ...filters]), null)
    // If no product has all words, the category is more important than its attributes.
    if (!matches_all) return whole.length === 0 && saysOnlyMore(rest, hit, { brands, probe })
    const best = whole[0]
    return best === undefined || probe.membership.isIn(best, category_id) || hit.from === 0
  })
}

/**
 * Returns whether the other words only describe the category ("máy hút bụi tự động"): none is before it, and no
 * name of a category among them is found only in other categories. A brand may be: "tivi sony" asks for a TV.
 */
function saysOnlyMore(
  rest: readonly Term[],
  hit: HitOf<'category'>,
  { brands, probe }: { brands: readonly Hit[]; probe: Probe },
): boolean {
  if (rest.some((term) => probe.terms.indexOf(term) < hit.from)) return false
  const { category_id } = hit.meaning
  const of_brands = brands.flatMap(({ from, to }) => probe.terms.slice(from, to))
  return rest.every(
    (term) =>
      !term.is_name ||
      of_brands.includes(term) ||
      probe.strict([term], category_id).length > 0 ||
      probe.strict([term], null).length === 0,
  )
}

/** Chooses the needs that the category has, unless the words are part of a model's name ("TUF Gaming A15"). */
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

/** Chooses a brand as filter if nothing else is searched and no other brand's products match its name. */
function chooseBrand(
  brands: readonly HitOf<'brand'>[],
  category_id: number | null,
  others: readonly Hit[],
  probe: Probe,
): HitOf<'brand'> | null {
  const [brand, another] = firstOfEach(brands)
  if (!brand || another !== undefined || others.length > 0) return null
  const { slug } = brand.meaning
  const found = probe.strict(probe.terms.slice(brand.from, brand.to), category_id)
  const own = found.filter((ordinal) => probe.membership.isOf(ordinal, slug))
  if (own.length === 0) return null
  return category_id === null || own.length === found.length ? brand : null
}

/** Returns all mentions of the same meaning: both "laptop" of "laptop dell laptop", "cho bé" and "học online". */
function mentions(terms: readonly Term[], hits: readonly Hit[], chosen: Hit): Hit[] {
  const valueOf = ({ meaning }: Hit) => ('value' in meaning ? meaning.value : '')
  // "Lập" of "laptop lập trình" only looks like the abbreviation of "laptop".
  const said = ({ from, to }: Hit) =>
    terms
      .slice(from, to)
      .map((term) => term.said ?? term.marked)
      .join(' ')
  return hits.filter(
    (hit) =>
      keyOf(hit) === keyOf(chosen) &&
      valueOf(hit) === valueOf(chosen) &&
      (hit.meaning.kind === 'need' || said(hit) === said(chosen)),
  )
}

function keyOf({ meaning }: Hit): string {
  if ('code' in meaning) return `${meaning.kind} ${meaning.code}`
  if ('category_id' in meaning) return `${meaning.kind} ${meaning.category_id}`
  return `${meaning.kind} ${meaning.slug}`
}

function firstOfEach<Kind extends Hit['meaning']['kind']>(
  hits: readonly HitOf<Kind>[],
): HitOf<Kind>[] {
  return hits.filter(
    (hit, index) => hits.findIndex((other) => keyOf(other) === keyOf(hit)) === index,
  )
}
