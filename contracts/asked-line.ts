import { z } from 'zod'
import { id, itemType } from '#contracts/fields.ts'

/** A form posts fields that do not concern it too, empty. */
export const optionalId = z.union([id, z.literal('').transform(() => undefined)]).optional()

/**
 * Names a line: by `line_id` alone, or by its item (contract §3). An item that lies in several lines
 * also needs `main_product_combo_id`: the item of the main line that this one came beside.
 */
export const askedLine = {
  line_id: optionalId,
  item_id: optionalId,
  item_type: itemType.default(1),
  main_product_combo_id: optionalId,
}

/** An input that names a line must do so in one of the two ways. */
export function namesLine<
  Schema extends z.ZodType<{ line_id?: number | undefined; item_id?: number | undefined }>,
>(schema: Schema): Schema {
  return schema.refine(({ line_id, item_id }) => line_id !== undefined || item_id !== undefined, {
    path: ['item_id'],
    message: 'Hãy chọn một sản phẩm.',
  })
}

export const lineNameRefusals = {
  line_ambiguous: {
    status: 409,
    meaning: 'The item lies in several lines: name one by its line_id.',
    data: z.object({ item_id: z.int(), line_ids: z.array(z.int()) }),
  },
} as const
