import type { Dong } from '#pure/money.ts'
import { claimsNoMore } from '#shop/pricing/basket/line-options.ts'
import { countClaims } from '#shop/pricing/basket/scarce-claims.ts'
import {
  basketOf,
  isBetter,
  no_sums,
  type Option,
  type Search,
  weigh,
  type Weighed,
  withOption,
} from '#shop/pricing/basket/weighing.ts'

/** How often all lines are gone through to better them. */
const most_rounds = 2

type Lines = readonly (readonly Option[])[]

/**
 * A good basket without weighing all: from each line at its best by itself, and from each line beside the
 * basket's rules, line after line is bettered; the better of the two counts.
 */
export function bestByTurns(lines: Lines, search: Search): Weighed {
  const alone = lines.flatMap((options) => options.slice(0, 1))
  const beside = lines.flatMap((options) =>
    options.toSorted((a, b) => rulesBeside(b) - rulesBeside(a)).slice(0, 1),
  )
  const one = betteredByTurns(lines, withinReach(lines, alone), search)
  const other = betteredByTurns(lines, withinReach(lines, beside), search)
  return isBetter(other, one) ? other : one
}

function rulesBeside({ amounts }: Option): number {
  return Number(amounts.of_voucher > 0) + Number(amounts.of_payment > 0)
}

/** Where more is claimed than there is, the lines that lose least go without; among equals the last ones. */
function withinReach(lines: Lines, start: readonly Option[]): Option[] {
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
      claims.giveBack(option.claims)
      claims.take(instead.claims)
      chosen[index] = instead
    }
  }
  return chosen
}

/** The best option that claims nothing more than this one does, and not this. */
function bestWithout(key: string, option: Option, options: readonly Option[] = []): Option {
  const found = options.find((other) => !claimsKey(other, key) && claimsNoMore(other, option))
  if (!found) throw new RangeError('a line has no way without scarce offers')
  return found
}

function claimsKey({ claims }: Option, key: string): boolean {
  return claims.some((claim) => claim.key === key)
}

function lossOf({ option, instead }: { option: Option; instead: Option }): Dong {
  return instead.way.line_total - option.way.line_total
}

/** Goes through the lines and takes for each the option that makes the whole better. */
function betteredByTurns(lines: Lines, start: readonly Option[], search: Search): Weighed {
  const claims = countClaims()
  const chosen = [...start]
  for (const option of chosen) claims.take(option.claims)
  let sums = chosen.reduce((sum, option) => withOption(sum, option), no_sums)
  let best = weigh(sums, search)
  for (let round = 0; round < most_rounds; round++) {
    const before = best
    for (const [index, options] of lines.entries()) {
      for (const option of options) {
        const current = chosen[index]
        if (!current || option === current) continue
        claims.giveBack(current.claims)
        const changed = withOption(withOption(sums, current, -1), option)
        const found = claims.canTake(option.claims) ? weigh(changed, search) : best
        const is_better = isBetter(found, best)
        claims.take(is_better ? option.claims : current.claims)
        if (!is_better) continue
        chosen[index] = option
        sums = changed
        best = found
      }
    }
    if (best === before) break
  }
  return basketOf(chosen, best, search)
}
