import type { Gateway } from '#shop/payment/gateway.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'

/** Every way to pay, in the order shoppers see them. A new one is a file and a line here. */
export const gateways: readonly Gateway[] = [cashOnDelivery, bankTransfer]
