import type { NamedNumber } from '#pure/formats/named-number.ts'

/** Ids that must not be mixed up: money and orders depend on them (decision 095). Other ids are plain numbers. */
export type CustomerId = NamedNumber<'customer_id'>
export type QuoteId = NamedNumber<'quote_id'>
export type OrderId = NamedNumber<'order_id'>
export type PaymentId = NamedNumber<'payment_id'>
export type RefundId = NamedNumber<'refund_id'>
export type StaffId = NamedNumber<'staff_id'>
