import { z } from 'zod'

/** Which item a refusal is about; `name` is left out where the caller has it already. */
export const RefusedItem = z.object({ item_id: z.int(), name: z.string().optional() })

/** Why an item cannot be had: one shape for each code, whoever answers with it. */
export const itemRefusals = {
  item_not_found: {
    status: 404,
    meaning: 'An item is not sold here or not in the cart of the caller.',
    // Whoever asked for a line by its line_id hears that.
    data: RefusedItem.partial().extend({ line_id: z.int().optional() }),
  },
  not_on_sale_yet: {
    status: 409,
    meaning: 'This item goes on sale on a later day.',
    data: RefusedItem.extend({ launched_on: z.iso.date() }),
  },
  sold_out: { status: 409, meaning: 'This item is out of stock.', data: RefusedItem },
  quantity_not_available: {
    status: 409,
    meaning: 'Fewer are in stock than asked for.',
    data: RefusedItem.extend({ max_quantity: z.int() }),
  },
} as const
