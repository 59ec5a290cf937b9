import { fundiinProvider } from '#shop/payment/test-providers/fundiin-provider.ts'
import { kredivoProvider } from '#shop/payment/test-providers/kredivo-provider.ts'
import { momoProvider } from '#shop/payment/test-providers/momo-provider.ts'
import {
  onepayAtmProvider,
  onepayIntlProvider,
} from '#shop/payment/test-providers/onepay-provider.ts'
import { payosProvider } from '#shop/payment/test-providers/payos-provider.ts'
import type { TestProvider } from '#shop/payment/test-providers/test-provider.ts'
import { vnpayProvider } from '#shop/payment/test-providers/vnpay-provider.ts'
import { zalopayProvider } from '#shop/payment/test-providers/zalopay-provider.ts'

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
