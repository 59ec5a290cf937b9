import { default_province_id } from '#pure/default-province.ts'

/** The GraphQL types of a shop (contract §3), and the three queries for shops. */
export const shop_type_defs = /* GraphQL */ `
  type Query {
    "Shops that people can visit; a thousand per page (contract §9)."
    shops(filter: ShopFilter, page: Int = 1, size: Int = 1000): Shops!
    "Shops for the head of a page: their number, their provinces, and the nearest ones."
    shop_header(
      province_id: Int = ${default_province_id}
      latitude: Float
      longitude: Float
      size: Int = 3
    ): ShopHeader!
    "Shops of a province that have a product in stock: a colour, or any colour of a version."
    shops_by_product_sku_province_id(sku: String!, province_id: Int!): [Shop!]!
  }

  "The purpose of a shop: ban_hang sells, sua_chua repairs."
  enum ShopKind {
    ban_hang
    sua_chua
  }

  enum StockLevel {
    in_stock
    few_left
  }

  input ShopFilter {
    province_id: Int
    "Slug of a district, such as quan-1."
    district: String
    kind: ShopKind
    company_id: Int
  }

  type Shops {
    total: Int!
    page: Int!
    "At most 1000."
    size: Int!
    data: [Shop!]!
  }

  type Shop {
    id: Int!
    name: String!
    external_id: Int!
    code: String!
    company_id: Int!
    image: String
    gallery: [String!]!
    "Street, ward, district and province in one line."
    address: String!
    "Every day of the week, such as 08:00 - 21:30."
    time_opening: String!
    phone: String!
    ward: ShopPlace!
    district: ShopPlace!
    province: ShopPlace!
    zalo_link: String
    google_link: String
    google_map_address: String
    shop_description: String
    note: String
    kinds: [ShopKind!]!
    latitude: Float
    longitude: Float
    "Null if the query names no product; the quantity itself is not public."
    stock_level: StockLevel
  }

  "A ward, district or province of the addresses before 2025-07-01; in ShopHeader a province of today."
  type ShopPlace {
    Id: Int
    Name: String!
    Code: String
    slug: String!
  }

  type ShopHeader {
    total: Int!
    "In the given province."
    province_total: Int!
    provinces: [ShopHeaderProvince!]!
    "With a position the nearest shops of the country, else the first shops of the province."
    nearest: [Shop!]!
  }

  type ShopHeaderProvince {
    province: ShopPlace!
    total: Int!
    "The first shops; size is their maximum number."
    shops: [Shop!]!
  }
`
