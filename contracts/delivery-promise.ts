import { z } from 'zod'

/** When an order is delivered or can be collected. pure/delivery-text.ts says it in words, the same everywhere. */
export const DeliveryPromise = z.object({
  way: z.enum(['home', 'pickup']),
  /** YYYY-MM-DD */
  day: z.string(),
  /** HH:MM; null: some time on that day. */
  time: z.string().nullable(),
  /** The shop where it is collected. */
  place: z.string().nullable(),
  /** An order that is placed later does not have this promise. */
  until: z.iso.datetime(),
})
export type DeliveryPromise = z.infer<typeof DeliveryPromise>
