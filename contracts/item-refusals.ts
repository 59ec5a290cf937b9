import { z } from 'zod'

/** The item that a refusal is about. `name` is left out where the caller already has it. */
export const RefusedItem = z.object({ item_id: z.int(), name: z.string().optional() })

/** Why an item cannot be bought. Each code has the same data shape in every operation. */
export const itemRefusals = {
  item_not_found: {
    status: 404,
    meaning: 'The item is not sold here, or it is not in the cart of the caller.',
    // `line_id` is set if the caller referred to a line by its line_id.
    data: RefusedItem.partial().extend({ line_id: z.int().optional() }),
  },
  not_on_sale_yet: {
    status: 409,
    meaning: 'The sale of this item starts on a later day.',
    data: RefusedItem.extend({ launched_on: z.iso.date() }),
  },
  sold_out: { status: 409, meaning: 'This item is out of stock.', data: RefusedItem },
  quantity_not_available: {
    status: 409,
    meaning: 'The stock is smaller than the requested quantity.',
    data: RefusedItem.extend({ max_quantity: z.int() }),
  },
  loan_of_one_piece: {
    status: 409,
    meaning: 'A loan is for one piece.',
    data: RefusedItem,
  },
  more_than_main_line: {
    status: 409,
    meaning: 'A line of a combo has at most the quantity of the line that it is bought with.',
    data: RefusedItem.extend({ max_quantity: z.int() }),
  },
} as const
