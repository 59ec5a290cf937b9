import { type RawBuilder, sql } from 'kysely'

/** Options that are offered, each as an item of a cart or booking; used with `joinOption`. */
export const optionColumns = sql`
  repair_option.option_id as item_id, repair_option.label, repair_option.list_price, repair_option.price,
  repair_option.warranty_months, repair_service.service_id, repair_service.sku,
  repair_service.name as service_name, slug.path as url_path, repair_service.model_name,
  repair_service.device_kind, repair_service.part_code, repair_service.minutes, repair_service.skill,
  repair_part.needs_part, repair_part.thumbnail`

/** SQL that joins what an option belongs to. */
export const joinOption = sql`
  join repair_service on repair_service.service_id = repair_option.service_id
  join repair_part on repair_part.part_code = repair_service.part_code
  join slug on slug.kind = 'repair_service' and slug.entity_id = repair_service.service_id and slug.is_current`

/** The condition for options that shoppers may choose. */
export const optionIsOffered = sql`repair_option.is_active and repair_service.is_active`

/** The picture of what an option repairs, also of one that is no longer offered. */
export function thumbnailOfOption(option_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select thumbnail from repair_option
    join repair_service using (service_id) join repair_part using (part_code)
    where repair_option.option_id = ${option_id})`
}
