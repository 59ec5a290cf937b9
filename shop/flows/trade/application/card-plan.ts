import type { z } from 'zod'
import { application as contract } from '#contracts/storefront/trade/application.ts'
import type { Tx } from '#db/schema.ts'
import { InvalidInput } from '#pure/contract.ts'
import { codProblems } from '#shop/flows/cod-check.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { findCodFacts } from '#shop/order/cod-store.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { payableOf } from '#shop/order/order.ts'
import { insertCardPlan } from '#shop/payment/attempt/card-plan-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { loadLenders } from '#shop/pricing/installment/lender-store.ts'
import { bankLoans } from '#shop/pricing/installment/lender.ts'

/** What a shopper chose: the card, how long it pays, and the monthly payment that was shown. */
type CardPlanWish = Pick<
  z.output<typeof contract.orderByCard.input>,
  'bank_code' | 'card_brand' | 'months' | 'card_amount' | 'monthly'
>

const { refuse } = contract.orderByCard

/** Writes how a bank splits a locked order, or the part of it that its shopper chose. Returns what that part leaves. */
export async function writeCardPlan(
  tx: Tx,
  order: LockedOrder,
  { bank_code, card_brand, months, card_amount, monthly }: CardPlanWish,
  now: Date,
): Promise<{ rest: number }> {
  const { banks } = await loadLenders(tx)
  const bank = banks.find((one) => one.bank_code === bank_code)
  if (bank === undefined) throw refuse('lender_not_found')
  if (!bank.card_brands.includes(card_brand)) {
    throw new InvalidInput({ card_brand: `${bank.name} không có loại thẻ này.` })
  }
  const goods = { price: order.grand_total, category_ids: [] }
  const loans = bankLoans(bank, goods, card_amount)
  if (typeof loans === 'string') throw refuse('loan_not_offered', { problem: loans })
  const loan = loans.find((one) => one.months === months)
  if (loan === undefined) throw refuse('loan_not_offered', { problem: 'months_not_offered' })
  if (monthly !== undefined && monthly !== loan.monthly) {
    throw refuse('loan_changed', { previous_monthly: monthly, monthly: loan.monthly })
  }
  if (loan.prepaid > 0) await requireRestOnDelivery(tx, order, loan.prepaid)
  const { order_id } = order
  await insertCardPlan(tx, {
    ...{ order_id, bank_code, bank_name: bank.name, card_brand, months },
    ...{ price: loan.price, rest: loan.prepaid, fee: loan.fees, monthly: loan.monthly },
    created_at: now,
  })
  return { rest: loan.prepaid }
}

/** The rest is paid like an order on delivery, so the rules of those hold for it. */
async function requireRestOnDelivery(tx: Tx, order: LockedOrder, rest: number): Promise<void> {
  if (!cashOnDelivery.isOffered(payableOf(order, rest))) {
    throw refuse('payment_method_not_available')
  }
  const phone = customerKey(order.recipient) ?? ''
  const facts = await findCodFacts(tx, order.order_id)
  const [problem = null] = await codProblems(tx, [{ phone, total: rest, ...facts }], order.order_id)
  if (problem !== null) throw refuse('cod_refused', problem)
}
