import { attributeText, type AttributeRow } from '#shop/catalog/specification.ts'

/** The brand of products whose file names none (shop/flows/import/product-store.ts). */
const no_brand = 'Khác'
const max_facts = 3

interface DescribedProduct {
  name: string
  brand: string
  warranty_months: number
  attributes: readonly Pick<AttributeRow, 'name' | 'unit' | 'is_key' | 'value'>[]
}

/** Returns a description of a product from its data, for products without one: imported files often have none. */
export function productSummary({ name, brand, warranty_months, attributes }: DescribedProduct) {
  // Whether a product has something says little without the others, so only values are listed.
  const values = attributes.filter(({ value }) => typeof value !== 'boolean')
  const key_facts = values.filter(({ is_key }) => is_key)
  const facts = (key_facts.length > 0 ? key_facts : values)
    .slice(0, max_facts)
    .map((fact) => `${fact.name} ${attributeText(fact.value, fact.unit)}`)
  return [
    facts.length > 0 ? `${name}: ${facts.join(', ')}.` : `${name}.`,
    brand === no_brand ? '' : `Thương hiệu ${brand}.`,
    warranty_months > 0 ? `Bảo hành ${warranty_months} tháng.` : '',
    'Giá đã gồm VAT, giao tận nơi hoặc nhận tại cửa hàng.',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
