import type { z } from 'zod'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { lockOrderOf, whoseOrder } from '#shop/flows/own-order/whose-order.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { canMove } from '#shop/order/order-states.ts'
import { findLinkedOrder, findOrder, updateRecipientOfOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { checkInvoice } from '#shop/quote/address.ts'

type Input = z.output<typeof contract.askInvoice.input>

/**
 * Takes the company that the invoice of an order is made out to, from its owner or any holder of its link, until the
 * goods leave the shop (decision 354). The same company again changes nothing.
 */
export async function askInvoice(
  { db, now }: Pick<ProviderDeps, 'db' | 'now'>,
  caller: Caller | null,
  { order_code, secret, ...typed }: Input,
): Promise<Order> {
  const { refuse } = contract.askInvoice
  const code = storedCode(order_code)
  const whose = whoseOrder(caller, code, secret)
  if (whose === null) throw refuse('order_not_found')
  await transaction(db, async (tx) => {
    const order = await lockOrderOf(tx, whose)
    if (!order) throw refuse('order_not_found')
    const { invoice, problems } = checkInvoice(typed)
    if (invoice === null) throw new InvalidInput(problems)
    const { state, recipient } = order
    if (!canMove('ask_invoice', state, 'shopper')) throw refuse('invoice_is_made', { state })
    if (isSame(recipient.company_invoice, invoice)) return
    await updateRecipientOfOrder(tx, order.order_id, { ...recipient, company_invoice: invoice })
    await transition(tx, order, 'ask_invoice', { actor: 'shopper' }, now())
  })
  const order =
    'secret' in whose
      ? await findLinkedOrder(db, code, whose.secret)
      : await findOrder(db, whose.customer_id, { code })
  if (!order) throw refuse('order_not_found')
  return order
}

type Invoice = NonNullable<Order['recipient']['company_invoice']>

function isSame(stored: Invoice | null, { name, tax_code, address, email }: Invoice): boolean {
  return (
    stored?.name === name &&
    stored.tax_code === tax_code &&
    stored.address === address &&
    stored.email === email
  )
}
