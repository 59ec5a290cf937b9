import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import {
  type BasketLine,
  type LineWay,
  rulesOf,
  type Wish,
} from '#shop/pricing/basket/basket-parts.ts'
import type { Gift } from '#shop/pricing/basket/gifts.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'

/** What the prices of lines and their gifts depend on, and what the voucher and the payment offer claim. */
export function basketClaims(
  { ways, used }: { ways: readonly LineWay[]; used: Wish },
  gifts: readonly Gift[],
): QuotaClaim[] {
  const of_lines = ways.flatMap(({ chosen, ready }) =>
    chosen.flatMap((rule) => claimOfLine(rule, ready.line)),
  )
  const of_gifts = gifts.flatMap(({ rule, index }) => {
    const line = ways[index]?.ready.line
    return line ? claimOfLine(rule, line) : []
  })
  const of_whole = rulesOf(used).flatMap((rule) => claimOf(rule, { item_id: null, quantity: 1 }))
  return [...of_lines, ...of_gifts, ...of_whole]
}

function claimOfLine(rule: Rule, { item, item_quantity }: BasketLine): QuotaClaim[] {
  const name = rule.claim?.reason === 'flash' ? item.name : rule.name
  return claimOf({ ...rule, name }, { item_id: item.item_id, quantity: item_quantity })
}

function claimOf(
  { claim, name }: Rule,
  about: Pick<QuotaClaim, 'item_id' | 'quantity'>,
): QuotaClaim[] {
  if (!claim) return []
  const { reason, quota_id, customer_limit } = claim
  return [{ reason, name, ...about, quota_id, customer_limit }]
}
