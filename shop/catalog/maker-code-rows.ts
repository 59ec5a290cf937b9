import { sql, type RawBuilder } from 'kysely'

/**
 * SQL of a code that the maker gave an item: its GTIN or part number (mpn), null if unknown. Both differ between
 * colours, so a code of the version counts only if the version has one colour.
 */
export function makerCode(
  code: 'gtin' | 'mpn',
  { item_id, version_id }: { item_id: RawBuilder<unknown>; version_id: RawBuilder<unknown> },
): RawBuilder<string | null> {
  return sql`(
    select value_text from product_attribute join attribute using (attribute_id)
    where attribute.code = ${code} and value_text <> '' and (product_attribute.product_id = ${item_id}
      or (product_attribute.product_id = ${version_id}
        and (select count(*) from product sibling where sibling.parent_id = ${version_id}) = 1))
    order by product_attribute.product_id = ${item_id} desc limit 1)`
}
