import { bestByTurns } from '#shop/pricing/basket/basket-by-turns.ts'
import { countClaims } from '#shop/pricing/basket/scarce-claims.ts'
import {
  basketOf,
  isBetter,
  no_sums,
  type Option,
  type Search,
  type Sums,
  weigh,
  type Weighed,
  withOption,
} from '#shop/pricing/basket/weighing.ts'

/** Up to so many baskets each is weighed; where there are more, line after line is bettered. */
const most_baskets = 2_000

/**
 * The cheapest basket for a wish, of one option for each line, that claims no more than there is; among
 * equals the one whose first lines have the best.
 */
export function cheapestFor(lines: readonly (readonly Option[])[], search: Search): Weighed {
  const baskets = lines.reduce((product, { length }) => product * length, 1)
  return baskets <= most_baskets ? bestOfAll(lines, search) : bestByTurns(lines, search)
}

function bestOfAll(lines: readonly (readonly Option[])[], search: Search): Weighed {
  const claims = countClaims()
  const chosen: Option[] = []
  let best: Weighed | null = null

  function tryFrom(at: number, sums: Sums): void {
    const options = lines[at]
    if (!options) {
      const found = weigh(sums, search)
      if (!best || isBetter(found, best)) best = basketOf(chosen, found, search)
      return
    }
    for (const option of options) {
      if (!claims.canTake(option.claims)) continue
      claims.take(option.claims)
      chosen[at] = option
      tryFrom(at + 1, withOption(sums, option))
      claims.giveBack(option.claims)
    }
  }

  tryFrom(0, no_sums)
  return best ?? basketOf([], weigh(no_sums, search), search)
}
