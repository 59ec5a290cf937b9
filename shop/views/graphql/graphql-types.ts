import { default_province_id } from '#pure/default-province.ts'

/** The product and the promotion announcement of contract §3 as GraphQL says them. */
export const type_defs = /* GraphQL */ `
  "Whole đồng."
  scalar Dong
  scalar JSON

  type Query {
    "Versions on sale (or exactly the products asked for), priced for a province."
    products(
      filter: ProductFilter
      page: Int = 1
      size: Int = 20
      sort: ProductSort = hot
    ): Products!
    "A version or one of its colours; null for a number that is not sold."
    product_by_id(product_id: Int!, province_id: Int = ${default_province_id}): Product
    "Promotions that hold now, with the goods they name."
    promotion_announcement: [PromotionAnnouncement!]!
  }

  type PromotionAnnouncement {
    promo_data: PromotionData!
    items: [PromotionItem!]!
  }

  type PromotionData {
    id: Int!
    uuid: String!
    name: String!
    description: String!
    is_active: Boolean!
  }

  "What a promotion takes off of a product, or the price it sets; of a voucher or payment offer: none."
  type PromotionItem {
    product_id: Int!
    percent: Float
    value: Dong
    price: Dong
  }

  enum ProductSort {
    hot
    price_asc
    price_desc
    views
  }

  input ProductFilter {
    static: StaticFilter
  }

  input StaticFilter {
    province_id: Int = ${default_province_id}
    product_id: [Int!]
    "With everything below them in the tree."
    category_id: [Int!]
    is_out_of_business: Boolean = false
    price: PriceRange
  }

  "What is paid in the province, both ends included."
  input PriceRange {
    from: Dong
    to: Dong
  }

  type Products {
    total: Int!
    page: Int!
    "At most 100."
    size: Int!
    data: [Product!]!
  }

  type Product {
    general: ProductGeneral!
    filterable: ProductFilterable!
    specification: [SpecificationGroup!]!
  }

  type ProductGeneral {
    product_id: Int!
    sku: String!
    name: String!
    "Address without host and slash; a colour has its version's."
    url_path: String!
    uri: String!
    thumbnail: String
    "configurable: a version; simple: a colour of one, which goes into the cart."
    type: String!
    categories: [ProductCategory!]!
    parent_id: Int
    child_product: [Int!]!
    color_name: String
    other_attributes: OtherAttributes!
  }

  type ProductCategory {
    category_id: Int!
    parent_id: Int
    name: String!
    uri: String!
  }

  type OtherAttributes {
    meta_title: String!
    meta_description: String!
    meta_keyword: String!
    canonical_tag: String!
    meta_thumbnail: String
    meta_index: Boolean!
    meta_follow: Boolean!
  }

  type ProductFilterable {
    "Pieces in all shops that sell; of a version, of all its colours."
    stock: Int!
    views: Int!
    "List price; null means that the price is given on request."
    price: Dong
    special_price: Dong
    "What customer groups pay, where that differs."
    prices: [GroupPrice!]!
    "running, coming or sold_out: of the flash sale that it is in, or comes into."
    flash_sale_types: [String!]!
    "Promotions that hold for it: uuid, kind, name, description, choice_group, gift, valid_until."
    promotion_pack: [JSON!]!
    "What members pay at best: price, saving, price_trace; null where they pay what guests pay."
    member_promotion: JSON
    "What students and teachers pay (S-Student, S-Teacher), in the same shape."
    sep_data: JSON
  }

  type GroupPrice {
    customer_group: String!
    price: Dong!
    special_price: Dong
  }

  type SpecificationGroup {
    name: String!
    rows: [SpecificationRow!]!
  }

  type SpecificationRow {
    code: String!
    name: String!
    value: String!
    is_key: Boolean!
  }
`
