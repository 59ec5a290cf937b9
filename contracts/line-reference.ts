import { z } from 'zod'
import { id, itemType } from '#contracts/fields.ts'

/** An id that may be missing or empty: forms also post fields that they do not use, with an empty value. */
export const optionalId = z.union([id, z.literal('').transform(() => undefined)]).optional()

/**
 * Refers to a line by `line_id` alone, or by its item (contract §3). If several lines have the item,
 * `main_product_combo_id` is needed too: the item of the main line that the line belongs to.
 */
export const lineReference = {
  line_id: optionalId,
  item_id: optionalId,
  item_type: itemType.default(1),
  main_product_combo_id: optionalId,
}

/** Adds the rule that an input needs `line_id` or `item_id`. */
export function requireLineReference<
  Schema extends z.ZodType<{ line_id?: number | undefined; item_id?: number | undefined }>,
>(schema: Schema): Schema {
  return schema.refine(({ line_id, item_id }) => line_id !== undefined || item_id !== undefined, {
    path: ['item_id'],
    message: 'Hãy chọn một sản phẩm.',
  })
}

/** The refusal of an item that does not identify one line. */
export const lineReferenceRefusals = {
  line_ambiguous: {
    status: 409,
    meaning: 'Several lines have this item. Send the line_id of one of them.',
    data: z.object({ item_id: z.int(), line_ids: z.array(z.int()) }),
  },
} as const
