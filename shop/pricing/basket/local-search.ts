import type { Dong } from '#pure/money.ts'
import { claimsNoMoreThan } from '#shop/pricing/basket/line-options.ts'
import { countClaims } from '#shop/pricing/basket/scarce-claims.ts'
import {
  basketOf,
  isBetter,
  no_sums,
  type Option,
  type Search,
  evaluate,
  type Evaluated,
  withOption,
} from '#shop/pricing/basket/evaluation.ts'

/** How many times all lines are improved. */
const max_rounds = 2

type Lines = readonly (readonly Option[])[]

/**
 * Finds a good basket without evaluating all baskets. It starts twice: with the best option of each line by
 * itself, and with the option that most basket rules go with. From each start it improves line after line, and
 * returns the better result.
 */
export function searchLocally(lines: Lines, search: Search): Evaluated {
  const alone = lines.flatMap((options) => options.slice(0, 1))
  const beside = lines.flatMap((options) =>
    options.toSorted((a, b) => countCompatibleRules(b) - countCompatibleRules(a)).slice(0, 1),
  )
  const from_alone = improveLines(lines, withinLimits(lines, alone), search)
  const from_beside = improveLines(lines, withinLimits(lines, beside), search)
  return isBetter(from_beside, from_alone) ? from_beside : from_alone
}

function countCompatibleRules({ amounts }: Option): number {
  return Number(amounts.of_voucher > 0) + Number(amounts.of_payment > 0)
}

/**
 * Where more is claimed than is left, the lines that lose least give their claim up; among equals the last
 * lines.
 */
function withinLimits(lines: Lines, start: readonly Option[]): Option[] {
  const chosen = [...start]
  const claims = countClaims()
  for (const option of chosen) claims.take(option.claims)
  const keys = new Set(start.flatMap((option) => option.claims.map(({ key }) => key)))
  for (const key of keys) {
    const rivals = chosen
      .map((option, index) => ({ option, index, instead: bestWithout(key, option, lines[index]) }))
      .filter(({ option }) => claimsKey(option, key))
      .toSorted((a, b) => lossOf(a) - lossOf(b) || b.index - a.index)
    for (const { option, index, instead } of rivals) {
      if (!claims.isOverdrawn(key)) break
      claims.release(option.claims)
      claims.take(instead.claims)
      chosen[index] = instead
    }
  }
  return chosen
}

/** Returns the best option without this key that claims nothing more than the given option. */
function bestWithout(key: string, option: Option, options: readonly Option[] = []): Option {
  const best = options.find((other) => !claimsKey(other, key) && claimsNoMoreThan(other, option))
  if (!best) throw new RangeError('a line has no option without scarce offers')
  return best
}

function claimsKey({ claims }: Option, key: string): boolean {
  return claims.some((claim) => claim.key === key)
}

function lossOf({ option, instead }: { option: Option; instead: Option }): Dong {
  return instead.way.line_total - option.way.line_total
}

/** Goes through the lines and chooses for each the option that improves the whole basket. */
function improveLines(lines: Lines, start: readonly Option[], search: Search): Evaluated {
  const claims = countClaims()
  const chosen = [...start]
  for (const option of chosen) claims.take(option.claims)
  let sums = chosen.reduce((sum, option) => withOption(sum, option), no_sums)
  let best = evaluate(sums, search)
  for (let round = 0; round < max_rounds; round++) {
    const before = best
    for (const [index, options] of lines.entries()) {
      for (const option of options) {
        const current = chosen[index]
        if (!current || option === current) continue
        claims.release(current.claims)
        const changed = withOption(withOption(sums, current, -1), option)
        const score = claims.canTake(option.claims) ? evaluate(changed, search) : best
        const is_better = isBetter(score, best)
        claims.take(is_better ? option.claims : current.claims)
        if (!is_better) continue
        chosen[index] = option
        sums = changed
        best = score
      }
    }
    if (best === before) break
  }
  return basketOf(chosen, best, search)
}
