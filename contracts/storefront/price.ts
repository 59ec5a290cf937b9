import { z } from 'zod'
import { id, itemMeta, provinceId, quantity } from '#contracts/fields.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { QuoteLine, ShippingMethod, Totals } from '#contracts/storefront/quote.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** Prices without a cart. Served under /api/cart (contract §7). */
export const price = {
  calculatePrice: operation({
    method: 'POST',
    path: '/v1/calculate-price',
    summary:
      'Current prices of a list of items in a province, each with its price trace. Nothing is stored or reserved. Stock is not checked.',
    access: 'public',
    input: z.object({
      province_id: provinceId.default(default_province_id),
      /** Default: prices are for home delivery. */
      shipping_method: ShippingMethod.optional(),
      items: z
        .array(z.object({ item_id: id, item_quantity: quantity.default(1), meta: itemMeta }))
        .min(1, 'Hãy gửi ít nhất một sản phẩm.')
        .max(50, 'Nhiều nhất 50 dòng.'),
    }),
    output: z.object({
      province_id: z.int(),
      items: z.array(QuoteLine),
      totals: Totals,
    }),
    refusals: { item_not_found: itemRefusals.item_not_found },
  }),
}
