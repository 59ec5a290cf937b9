import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { alepay } from '#shop/payment/gateways/alepay.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { fundiin } from '#shop/payment/gateways/fundiin.ts'
import { kredivo } from '#shop/payment/gateways/kredivo.ts'
import { lenderLoan } from '#shop/payment/gateways/lender-loan.ts'
import { momo } from '#shop/payment/gateways/momo.ts'
import { onepayAtm } from '#shop/payment/gateways/onepay-atm.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { payos } from '#shop/payment/gateways/payos.ts'
import { vnpay } from '#shop/payment/gateways/vnpay.ts'
import { zalopay } from '#shop/payment/gateways/zalopay.ts'

/**
 * All payment methods, in the sequence that shoppers see. A new one needs a file and an entry here, which
 * also names the file of its sandbox provider, if it has a provider.
 */
export const gateways: readonly Gateway[] = [
  cashOnDelivery,
  bankTransfer,
  withSandbox(vnpay, () =>
    import('#shop/payment/sandbox/vnpay-provider.ts').then((m) => m.vnpayProvider),
  ),
  withSandbox(momo, () =>
    import('#shop/payment/sandbox/momo-provider.ts').then((m) => m.momoProvider),
  ),
  withSandbox(zalopay, () =>
    import('#shop/payment/sandbox/zalopay-provider.ts').then((m) => m.zalopayProvider),
  ),
  withSandbox(onepayAtm, () =>
    import('#shop/payment/sandbox/onepay-provider.ts').then((m) => m.onepayAtmProvider),
  ),
  withSandbox(onepayIntl, () =>
    import('#shop/payment/sandbox/onepay-provider.ts').then((m) => m.onepayIntlProvider),
  ),
  withSandbox(alepay, () =>
    import('#shop/payment/sandbox/alepay-provider.ts').then((m) => m.alepayProvider),
  ),
  withSandbox(payos, () =>
    import('#shop/payment/sandbox/payos-provider.ts').then((m) => m.payosProvider),
  ),
  withSandbox(kredivo, () =>
    import('#shop/payment/sandbox/kredivo-provider.ts').then((m) => m.kredivoProvider),
  ),
  withSandbox(fundiin, () =>
    import('#shop/payment/sandbox/fundiin-provider.ts').then((m) => m.fundiinProvider),
  ),
  lenderLoan,
]

function withSandbox(gateway: Gateway, sandbox: NonNullable<Gateway['sandbox']>): Gateway {
  return { ...gateway, sandbox }
}
