import { sql, type RawBuilder } from 'kysely'
import { milliseconds } from '#shop/pricing/promotion/offer-rows.ts'

/** SQL of the combo offer of a line, as one JSON value of type `ComboOffer`, or null. */
export function comboOf(combo_item_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_build_object('combo_item_id', i.combo_item_id, 'combo_id', c.combo_id,
      'name', c.name, 'main_product_id', c.main_product_id, 'product_id', i.product_id,
      'percent', i.percent, 'value', i.value, 'price', i.price, 'excludes', c.excludes,
      'starts_at', ${milliseconds(sql.ref('c.starts_at'))},
      'ends_at', ${milliseconds(sql.ref('c.ends_at'))})
    from combo_item i join combo c on c.combo_id = i.combo_id
    where i.combo_item_id = ${combo_item_id} and c.is_active
  )`
}
