import { sql } from 'kysely'

/** The attributes of `product` in the order of the specification table, as rows of type `AttributeRow`. */
export const attributeRows = sql`
  select attribute_group.name as group_name, attribute.code, attribute.name, attribute.unit,
    attribute.is_key, attribute.better,
    attribute_group.position * 1000 + attribute.position as position,
    coalesce(to_json(value_number), to_json(value_boolean), to_json(value_text)) as value
  from product_attribute
  join attribute using (attribute_id)
  join attribute_group using (attribute_group_id)
  where product_attribute.product_id = product.product_id
  order by attribute_group.position, attribute.position`
