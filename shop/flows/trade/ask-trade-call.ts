import type { z } from 'zod'
import type { cartTrade as contract } from '#contracts/storefront/trade/trade-in.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { InvalidInput } from '#pure/contract.ts'
import { withoutLinks } from '#pure/without-links.ts'
import type { TradeDeps } from '#shop/flows/trade/create-trade-in.ts'
import { nameProblem } from '#shop/quote/address-letters.ts'
import { insertTradeCall } from '#shop/trade/trade-in/trade-call-store.ts'

/** Writes down who wants to be called about an old device. The answer tells nobody whether a phone waits already. */
export async function askTradeCall(
  { db, now, log }: Pick<TradeDeps, 'db' | 'now' | 'log'>,
  { customer_name, customer_phone, model }: z.output<typeof contract.askTradeCall.input>,
): Promise<void> {
  const { e164, problem } = readMobile(customer_phone)
  const problems = Object.entries({
    customer_name: nameProblem(customer_name),
    customer_phone: problem,
  }).filter((entry): entry is [string, string] => entry[1] !== null)
  if (e164 === null || problems.length > 0) throw new InvalidInput(Object.fromEntries(problems))
  const call = { name: withoutLinks(customer_name), phone: e164, model: withoutLinks(model) }
  const is_new = await insertTradeCall(db, call, now())
  if (is_new) log.info('somebody wants to be called about an old device')
}
