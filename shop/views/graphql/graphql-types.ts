import { default_province_id } from '#pure/default-province.ts'

/** The GraphQL types of products and promotion announcements (contract §3). */
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
    "A version or one of its colours; null for an unknown or inactive id."
    product_by_id(product_id: Int!, province_id: Int = ${default_province_id}): Product
    "Promotions that hold now, with their products."
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

  "What a promotion takes off the price of a product, or the price it sets; none for a voucher or payment offer."
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
    "With all their descendants."
    category_id: [Int!]
    is_out_of_business: Boolean = false
    price: PriceRange
  }

  "The price to pay in the province, both ends included."
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
    "Address without host and slash; a colour has that of its version."
    url_path: String!
    uri: String!
    thumbnail: String
    "configurable: a version; simple: a colour, which can be added to a cart."
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
    "Quantity in all shops that sell; for a version, of all its colours."
    stock: Int!
    views: Int!
    "List price; null means that the price is given on request."
    price: Dong
    special_price: Dong
    "Prices of customer groups, where they differ."
    prices: [GroupPrice!]!
    "State of its current or next flash sale: running, coming or sold_out."
    flash_sale_types: [String!]!
    "Promotions that apply to it: uuid, kind, name, description, choice_group, gift, valid_until."
    promotion_pack: [JSON!]!
    "The lowest price of members: price, saving, price_trace; null where it is that of guests."
    member_promotion: JSON
    "The price of students and teachers (S-Student, S-Teacher), in the same shape."
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
