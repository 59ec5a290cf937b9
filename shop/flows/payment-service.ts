import { payment as contract } from '#contracts/storefront/payment.ts'
import type { Service } from '#pure/contract.ts'
import { cancelPayment } from '#shop/flows/own-order/cancel-order.ts'
import { whoseOrder } from '#shop/flows/own-order/whose-order.ts'
import { type CodeDeps, transferCode } from '#shop/flows/choose-payment/transfer-code.ts'
import { waysToPay } from '#shop/flows/choose-payment/ways-to-pay.ts'
import { askForPage } from '#shop/flows/receive-payment/ask-providers.ts'
import { storedCode } from '#shop/order/order.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import {
  findPaymentFacts,
  type PaymentFacts,
  resultOf,
} from '#shop/views/payment/payment-result-store.ts'

type Deps = CodeDeps & { providers: ProviderDeps }

/** Payment of waiting orders (contract §7). Data that a browser returns from a provider is shown, never trusted. */
export function paymentService(deps: Deps): Service<typeof contract> {
  const { db, providers } = deps
  return {
    async accepted() {
      const { all, setUp } = providers.gateways
      return all
        .filter(({ code }) => setUp(code).is_enabled && setUp(code).settings !== undefined)
        .map(({ title, code, icon = code }) => ({ title, icon }))
    },
    paymentGateways: ({ customer_id }, { order_code }) =>
      waysToPay(providers, customer_id, order_code),
    qrCode: ({ customer_id }, input) => transferCode(deps, customer_id, input),
    paymentResult: async (caller, { order_id_web, secret }) => {
      const code = order_id_web === undefined ? null : storedCode(order_id_web)
      const whose = whoseOrder(caller, code, secret)
      const facts = whose && (await findPaymentFacts(db, whose))
      if (!whose || !facts) throw contract.paymentResult.refuse('order_not_found')
      if (!waitsForProvider(providers, facts)) return resultOf(facts)
      await askForPage(providers, facts.order_id)
      return resultOf((await findPaymentFacts(db, whose)) ?? facts)
    },
    cancelPayment: (caller, { order_id_web, reason }) =>
      cancelPayment(providers, caller, order_id_web, reason),
  }
}

function waitsForProvider({ gateways }: ProviderDeps, facts: PaymentFacts): boolean {
  const { method, last_state, is_paid } = facts
  const gateway = method === null ? null : gateways.find(method)
  return last_state === 'started' && !is_paid && gateway !== null && gateway.query !== null
}
