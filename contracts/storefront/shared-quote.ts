import { z } from 'zod'
import { dong } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { QuoteLine, Totals } from '#contracts/storefront/quote.ts'
import { operation } from '#pure/contract.ts'

/** What is behind the link of a checkout that staff made. No name, phone or address. */
const SharedQuote = z.object({
  items: z.array(QuoteLine),
  totals: Totals,
  /** Set when it became an order already. */
  order: z
    .object({
      code: z.string(),
      awaits_payment: z.boolean(),
      grand_total: dong,
      expires_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  shared_until: z.iso.datetime(),
})
export type SharedQuote = z.infer<typeof SharedQuote>

const code = z.string().regex(/^[\w-]{22}$/, 'must be a code of 22 characters')

const shared_quote_not_found = {
  status: 404,
  meaning:
    'There is nothing behind this code: it is unknown, ended, taken by somebody else, or its checkout was replaced.',
} as const

/** Checkouts that staff made for a shopper, each behind a link with 128 random bits (decision 164). */
export const sharedQuote = {
  showSharedQuote: operation({
    method: 'GET',
    path: '/v1/quote/shared',
    summary: 'What is behind the link of a checkout, at the prices of this moment.',
    access: 'customer',
    limits: limits.shared_quote,
    input: z.object({ code }),
    output: SharedQuote,
    refusals: { shared_quote_not_found },
  }),
  takeSharedQuote: operation({
    method: 'POST',
    path: '/v1/quote/shared',
    summary:
      'Take the checkout or the order behind a link over: it belongs to the caller then, and the link opens it for nobody else. Its lines join the cart; an open checkout of the caller is replaced.',
    access: 'customer',
    limits: limits.shared_quote,
    input: z.object({ code }),
    output: z.object({
      /** The order; null: the checkout goes on. */
      order_code: z.string().nullable(),
      has_address: z.boolean(),
    }),
    refusals: { shared_quote_not_found },
  }),
}
