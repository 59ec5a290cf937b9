import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { findBlocks } from '#shop/customer/customer-profile-store.ts'
import { type CodProblem, codProblem } from '#shop/order/cod-rules.ts'
import { findCodRules, findPhoneHistories, lockPhones } from '#shop/order/cod-store.ts'

/** An order that is to be paid on delivery. */
interface WantedCod {
  phone: string
  total: number
  quantity: number
}

/**
 * Says for each order why it cannot be paid on delivery; null if it can. Orders of one phone are counted in their
 * sequence, and no other transaction counts the phone until this one ends. `except` is an order that exists already.
 */
export async function codProblems(
  tx: Tx,
  wanted: readonly WantedCod[],
  except: OrderId | null = null,
): Promise<(CodProblem | null)[]> {
  if (wanted.length === 0) return []
  const phones = [...new Set(wanted.map(({ phone }) => phone))]
  await lockPhones(tx, phones)
  const rules = await findCodRules(tx)
  const histories = await findPhoneHistories(tx, phones, except)
  const blocks = await findBlocks(tx, phones)
  const accepted = new Map<string, number>()
  return wanted.map(({ phone, total, quantity }) => {
    const { open_orders = 0, came_back = 0 } = histories.get(phone) ?? {}
    const before = accepted.get(phone) ?? 0
    const problem = codProblem(rules, {
      ...{ total, quantity, came_back },
      open_orders: open_orders + before,
      is_prepaid: blocks.has(phone),
    })
    if (problem === null) accepted.set(phone, before + 1)
    return problem
  })
}
