import type { NamedNumber } from '#pure/named-number.ts'

/** Ids whose mixing up would move somebody else's money or order (decision 095). Others are numbers. */
export type CustomerId = NamedNumber<'customer_id'>
export type QuoteId = NamedNumber<'quote_id'>
export type OrderId = NamedNumber<'order_id'>
export type PaymentId = NamedNumber<'payment_id'>
export type RefundId = NamedNumber<'refund_id'>
