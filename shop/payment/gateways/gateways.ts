import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { fundiin } from '#shop/payment/gateways/fundiin.ts'
import { kredivo } from '#shop/payment/gateways/kredivo.ts'
import { momo } from '#shop/payment/gateways/momo.ts'
import { onepayAtm } from '#shop/payment/gateways/onepay-atm.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { payos } from '#shop/payment/gateways/payos.ts'
import { vnpay } from '#shop/payment/gateways/vnpay.ts'
import { zalopay } from '#shop/payment/gateways/zalopay.ts'

/** Every way to pay, in the order shoppers see them. A new one is a file and a line here. */
export const gateways: readonly Gateway[] = [
  cashOnDelivery,
  bankTransfer,
  vnpay,
  momo,
  zalopay,
  onepayAtm,
  onepayIntl,
  payos,
  kredivo,
  fundiin,
]
