import { fundiinProvider } from '#shop/payment/sandbox/fundiin-provider.ts'
import { kredivoProvider } from '#shop/payment/sandbox/kredivo-provider.ts'
import { momoProvider } from '#shop/payment/sandbox/momo-provider.ts'
import { onepayAtmProvider, onepayIntlProvider } from '#shop/payment/sandbox/onepay-provider.ts'
import { payosProvider } from '#shop/payment/sandbox/payos-provider.ts'
import type { TestProvider } from '#shop/payment/sandbox/sandbox-provider.ts'
import { vnpayProvider } from '#shop/payment/sandbox/vnpay-provider.ts'
import { zalopayProvider } from '#shop/payment/sandbox/zalopay-provider.ts'

/** Who plays the providers of a demo shop: one for every gateway that has a provider. */
export const test_providers: readonly TestProvider[] = [
  vnpayProvider,
  onepayIntlProvider,
  onepayAtmProvider,
  momoProvider,
  zalopayProvider,
  payosProvider,
  kredivoProvider,
  fundiinProvider,
]
