import type { Understood } from '#contracts/storefront/search.ts'

type Chip = Understood['chips'][number]
type Span = { start: number; end: number }

/** A chip with the typed ranges that it was read from. */
interface ChipSpans extends Pick<Chip, 'kind' | 'label'> {
  spans: readonly Span[]
}

/** Returns the chips of a query, each with the query without its own words. */
export function chipsOf(typed: string, chips: readonly ChipSpans[]): Chip[] {
  return apart(chips).map(({ kind, label, spans }) => ({
    kind,
    label,
    q_without: without(typed, spans),
  }))
}

/**
 * Gives each typed range to one chip: one synonym may name a category and a brand ("đồng hồ trẻ em"). A chip that has
 * other words leaves the shared ones to the other chip. Two chips that have only the same words are one chip.
 */
function apart(chips: readonly ChipSpans[]): ChipSpans[] {
  const separate: ChipSpans[] = []
  for (const chip of chips) {
    const other = separate.findIndex((one) => one.spans.some((span) => isShared(span, chip)))
    const before = separate[other]
    if (!before) {
      separate.push(chip)
      continue
    }
    const own = chip.spans.filter((span) => !isShared(span, before))
    const own_before = before.spans.filter((span) => !isShared(span, chip))
    if (own_before.length > 0) separate.splice(other, 1, { ...before, spans: own_before }, chip)
    else if (own.length > 0) separate.push({ ...chip, spans: own })
    else separate[other] = { ...before, label: `${before.label} ${chip.label}` }
  }
  return separate
}

function isShared({ start, end }: Span, { spans }: ChipSpans): boolean {
  return spans.some((other) => other.start < end && start < other.end)
}

/** Returns the query without the words of one chip; the other words stay as typed. */
function without(q: string, spans: readonly Span[]): string {
  let text = q
  for (const { start, end } of merged(q, spans).toReversed()) {
    text = `${text.slice(0, start)} ${text.slice(end)}`
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** Joins parts that overlap or have no letter or digit between them: several words may come from one typed word. */
function merged(q: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && (start <= last.end || !/[\p{L}\p{N}]/u.test(q.slice(last.end, start)))) {
      last.end = Math.max(last.end, end)
    } else joined.push({ start, end })
  }
  return joined
}
