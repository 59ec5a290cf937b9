import { searchLocally } from '#shop/pricing/basket/local-search.ts'
import { countClaims } from '#shop/pricing/basket/scarce-claims.ts'
import {
  basketOf,
  isBetter,
  no_sums,
  type Option,
  type Search,
  type Sums,
  evaluate,
  type Evaluated,
  withOption,
} from '#shop/pricing/basket/evaluation.ts'

/** Up to this many baskets all are evaluated; if there are more, a local search is used. */
const max_baskets = 2_000

/**
 * Finds the cheapest basket for a wish: one option for each line, with claims within their limits. Among equals
 * the basket wins whose first lines have the better options.
 */
export function cheapestFor(lines: readonly (readonly Option[])[], search: Search): Evaluated {
  const baskets = lines.reduce((product, { length }) => product * length, 1)
  return baskets <= max_baskets ? searchExhaustively(lines, search) : searchLocally(lines, search)
}

function searchExhaustively(lines: readonly (readonly Option[])[], search: Search): Evaluated {
  const claims = countClaims()
  const chosen: Option[] = []
  let best: Evaluated | null = null

  function tryFrom(at: number, sums: Sums): void {
    const options = lines[at]
    if (!options) {
      const score = evaluate(sums, search)
      if (!best || isBetter(score, best)) best = basketOf(chosen, score, search)
      return
    }
    for (const option of options) {
      if (!claims.canTake(option.claims)) continue
      claims.take(option.claims)
      chosen[at] = option
      tryFrom(at + 1, withOption(sums, option))
      claims.release(option.claims)
    }
  }

  tryFrom(0, no_sums)
  return best ?? basketOf([], evaluate(no_sums, search), search)
}
