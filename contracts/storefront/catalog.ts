import { z } from 'zod'
import { dong, id, provinceId } from '#contracts/fields.ts'
import { default_province_id } from '#pure/default-province.ts'
import { FlashState } from '#contracts/price-parts.ts'
import { operation } from '#pure/contract.ts'

/** Metadata for title, description, keywords, robots, canonical and og:image (contract §2, §3). Paths have no host. */
export const Meta = z.object({
  title: z.string(),
  description: z.string(),
  keywords: z.string(),
  canonical_path: z.string(),
  image: z.string().nullable(),
  is_indexed: z.boolean(),
  is_followed: z.boolean(),
})
export type Meta = z.infer<typeof Meta>

/** A picture under /media/. Its size is given so that the layout does not shift while it loads. */
export const Picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** A tiny WebP in base64 that is shown until the picture has loaded; large pictures only. */
  blur: z.string().optional(),
})
export type Picture = z.infer<typeof Picture>

/** Printed rows of a price, each a label and an amount as a text for the shopper. */
const PriceRowTexts = z.array(z.tuple([z.string(), z.string()]))

/** A product in a listing: one version, in its cheapest colour in stock. */
export const ProductCard = z.object({
  product_id: z.int(),
  name: z.string(),
  url_path: z.string(),
  thumbnail: Picture.nullable(),
  /** List price in the province; null means "Giá liên hệ". */
  price: dong.nullable(),
  special_price: dong.nullable(),
  /** What each rule takes off the list price. Left out without a reduction. */
  price_rows: PriceRowTexts.optional(),
  is_in_stock: z.boolean(),
  /** Two or three key facts, such as 6.9" OLED · 12 GB. */
  highlights: z.array(z.string()),
  /** "★ 4,9 (12)": the average of all published reviews. Left out if there are none. */
  rating: z.string().optional(),
  category_id: z.int(),
  /** YYYY-MM-DD on which the sale starts, of a product that is not on sale yet. */
  launch_on: z.string().nullable(),
  /** Left out if the product is in no flash sale now or later today. */
  flash: FlashState.optional(),
  /** "Smember giảm đến …": how much less than a guest a member or a student pays. Left out if nothing. */
  member_saving: dong.optional(),
  student_saving: dong.optional(),
  /** The grey text line: the first current promotion and the number of further ones. */
  promotion: z.string().optional(),
  /** "Góp từ 999.000đ/tháng", as on the page of the product. Left out if nobody lends the price. */
  in_parts: z.string().optional(),
})
export type ProductCard = z.infer<typeof ProductCard>

export const Crumb = z.object({ name: z.string(), path: z.string() })
export const CategoryLink = z.object({
  name: z.string(),
  path: z.string(),
  thumbnail: z.string().nullable(),
})
export type CategoryLink = z.infer<typeof CategoryLink>
export const ProductList = z.object({
  total: z.int(),
  page: z.int(),
  size: z.int(),
  products: z.array(ProductCard),
})
export type ProductList = z.infer<typeof ProductList>

/** The sorts that GraphQL offers. Pages have those of contracts/storefront/search.ts. */
export const Sort = z.enum(['hot', 'price-asc', 'price-desc', 'views'])
export type Sort = z.infer<typeof Sort>

/** A question with its answer; the answer is rich text by the allow-list of contract §5. */
export const QuestionAndAnswer = z.object({ question: z.string(), answer: z.string() })
export type QuestionAndAnswer = z.infer<typeof QuestionAndAnswer>

/** A customer need such as "Pin trâu" or "chơi game", as a filter of a category. */
export const NeedLink = z.object({ code: z.string(), name: z.string(), icon: z.string() })
export type NeedLink = z.infer<typeof NeedLink>

/** The page of a category without its products, which come from the `search` service. */
export const CategoryPage = z.object({
  category_id: z.int(),
  name: z.string(),
  path: z.string(),
  meta: Meta,
  /** From the level below home down to the page itself. */
  breadcrumb: z.array(Crumb),
  children: z.array(CategoryLink),
  needs: z.array(NeedLink),
  /** Rich text by the allow-list of contract §5. */
  description: z.string(),
  faq: z.array(QuestionAndAnswer),
})
export type CategoryPage = z.infer<typeof CategoryPage>

/** The page of a tag (/the-san-pham/{tag_key}) or of a brand. */
export const CollectionPage = z.object({
  name: z.string(),
  path: z.string(),
  meta: Meta,
  breadcrumb: z.array(Crumb),
  /** Categories that have such products. */
  related: z.array(CategoryLink),
  description: z.string(),
  faq: z.array(QuestionAndAnswer),
})
export type CollectionPage = z.infer<typeof CollectionPage>

/** A version ("Phiên bản"): a linked product of the same family, with its own page. */
export const Version = z.object({
  product_id: z.int(),
  label: z.string(),
  path: z.string(),
  price: dong.nullable(),
  is_in_stock: z.boolean(),
  is_current: z.boolean(),
})
export type Version = z.infer<typeof Version>

/** A colour: the item that is put into the cart. A product without colours has one variant without a name. */
export const ColorVariant = z.object({
  item_id: z.int(),
  sku: z.string(),
  /** The maker's codes. Left out if not known. */
  gtin: z.string().optional(),
  mpn: z.string().optional(),
  color_name: z.string(),
  color_slug: z.string(),
  color_hex: z.string().nullable(),
  price: dong.nullable(),
  special_price: dong.nullable(),
  is_in_stock: z.boolean(),
  pictures: z.array(Picture),
  /** The name of the colour that all pictures after the first show. Left out if they show this one. */
  views_of: z.string().optional(),
  /** The current or next flash sale; left out if there is none. */
  flash: FlashState.optional(),
  /** How much less than a guest a member or a student pays, in đồng. Left out if nothing. */
  member_saving: dong.optional(),
  student_saving: dong.optional(),
  /** Uuids of the promotions included in `special_price`, and when the first of them ends. */
  applied: z.array(z.string()).optional(),
  valid_until: z.iso.datetime().optional(),
  /** How a reduced price is made: the listed price and what each rule takes off. Left out without a reduction. */
  price_rows: PriceRowTexts.optional(),
  /**
   * "Giá thấp nhất 30 ngày qua: …", or that the price is the lowest: of the thirty days before today. Left out without
   * a reduction or if not known.
   */
  lowest_price: z.string().optional(),
  /** The next change of the price that is known from planned offers. Left out if none is known. */
  next_price: z.object({ at: z.iso.datetime(), amount: dong }).optional(),
  /** The delivery fee of an order of one unit, as a text for the shopper. Left out without a price. */
  delivery_text: z.string().optional(),
  /** The smallest monthly payment that anybody offers, in đồng. Left out if nobody lends the price. */
  monthly: dong.optional(),
  /** "Giá lên đời từ": the price with the highest bonus for an old device, in đồng. Left out if nobody gets one. */
  upgrade: dong.optional(),
  /** Why payment offers do not apply to one unit of the colour, as texts for the shopper by uuid. */
  payment_problems: z.record(z.string(), z.string()).optional(),
  /** Why promotions do not apply at this price, as texts for the shopper by uuid. Left out if all may. */
  promotion_problems: z.record(z.string(), z.string()).optional(),
})
export type ColorVariant = z.infer<typeof ColorVariant>

/** A current promotion of a product ("Khuyến mãi hấp dẫn"). */
export const ProductPromotion = z.object({
  uuid: z.string(),
  kind: z.enum(['catalogue', 'member', 'student', 'gift']),
  name: z.string(),
  description: z.string(),
  /** Promotions of one group are alternatives: the chosen one applies, else the best one. */
  choice_group: z.string().nullable(),
  gift: z.object({ name: z.string(), path: z.string() }).nullable(),
  /** How often it can still be used; null: no limit. */
  quota_left: z.int().nullable(),
  per_customer: z.int().nullable(),
  valid_until: z.iso.datetime().nullable(),
  /** Items (colours) that it applies to; null: all. */
  item_ids: z.array(z.int()).nullable(),
})
export type ProductPromotion = z.infer<typeof ProductPromotion>

/** A deduction from the order total for one payment method ("Ưu đãi thanh toán"). */
export const PaymentLine = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  payment_method: z.string(),
  min_total: dong,
  valid_until: z.iso.datetime().nullable(),
})
export type PaymentLine = z.infer<typeof PaymentLine>

/** An item that costs less when bought with this product ("Mua kèm giá sốc"). */
export const ProductCombo = z.object({
  combo_id: z.int(),
  combo_item_id: z.int(),
  name: z.string(),
  /** The colour of this product that the combo is for; null: all. */
  main_item_id: z.int().nullable(),
  item_id: z.int(),
  item_name: z.string(),
  color_name: z.string(),
  path: z.string(),
  picture: Picture.nullable(),
  list_price: dong,
  /** Price without this product, and price with it. */
  price: dong,
  combo_price: dong,
  valid_until: z.iso.datetime().nullable(),
})
export type ProductCombo = z.infer<typeof ProductCombo>

export const SpecificationGroup = z.object({
  name: z.string(),
  rows: z.array(
    z.object({ code: z.string(), name: z.string(), value: z.string(), is_key: z.boolean() }),
  ),
})
export type SpecificationGroup = z.infer<typeof SpecificationGroup>

/**
 * What is shown of a version beside the pictures of its colours. `spin`: a full turn in 24 frames on one sheet, six in
 * a row, in the colour `color_name` (empty: the product has no colours). `box`: what is in the box.
 */
export const ProductView = Picture.omit({ blur: true }).extend({
  kind: z.enum(['spin', 'box']),
  color_name: z.string(),
})
export type ProductView = z.infer<typeof ProductView>

export const ProductPage = z.object({
  product_id: z.int(),
  name: z.string(),
  path: z.string(),
  brand: z.string(),
  meta: Meta,
  category_id: z.int(),
  /** From the level below home, through the brand, down to the page itself. */
  breadcrumb: z.array(Crumb),
  warranty_months: z.int(),
  /** YYYY-MM-DD on which the sale starts. Until then the product cannot be bought. */
  launch_on: z.string().nullable(),
  /** The home delivery fee, and the amount from which delivery is free. */
  shipping: z.object({ fee: dong, free_from: dong }),
  /** Rich text by the allow-list of contract §5, already cleaned. */
  description: z.string(),
  faq: z.array(QuestionAndAnswer),
  /** Other categories that list this product. */
  related: z.array(Crumb),
  versions: z.array(Version),
  colors: z.array(ColorVariant),
  promotions: z.array(ProductPromotion),
  payment_offers: z.array(PaymentLine),
  combos: z.array(ProductCombo),
  specification: z.array(SpecificationGroup),
  views: z.array(ProductView),
})
export type ProductPage = z.infer<typeof ProductPage>

/** An accessory that fits a product, and why, as a text for the shopper. */
export const Accessory = z.object({
  product_id: z.int(),
  name: z.string(),
  path: z.string(),
  picture: Picture.nullable(),
  price: dong.nullable(),
  reason: z.string(),
})
export type Accessory = z.infer<typeof Accessory>

/** One row of a comparison. `values` has the sequence of the products; null: not known. */
export const ComparedRow = z.object({
  code: z.string(),
  name: z.string(),
  values: z.array(z.string().nullable()),
  is_different: z.boolean(),
  /** Indexes of the best values. Empty if values cannot be ranked or all are equal. */
  best: z.array(z.int()),
})
export type ComparedRow = z.infer<typeof ComparedRow>

/** A comparison of products of one category. Their names and prices are in the cards of `search`. */
export const Comparison = z.object({
  category: z.object({ category_id: z.int(), name: z.string(), path: z.string() }).nullable(),
  product_ids: z.array(z.int()),
  /** Requested products that are of another category. */
  left_out: z.array(z.int()),
  groups: z.array(z.object({ name: z.string(), rows: z.array(ComparedRow) })),
})
export type Comparison = z.infer<typeof Comparison>

export const MenuEntry = CategoryLink.extend({
  children: z.array(CategoryLink),
  brands: z.array(z.object({ name: z.string(), path: z.string() })),
  price_bands: z.array(z.object({ name: z.string(), path: z.string() })),
  needs: z.array(z.object({ name: z.string(), path: z.string() })),
  featured: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      thumbnail: Picture.nullable(),
      price: dong.nullable(),
      special_price: dong.nullable(),
    }),
  ),
})
export type MenuEntry = z.infer<typeof MenuEntry>

const HomeRow = z.object({
  name: z.string(),
  path: z.string(),
  brands: z.array(z.object({ name: z.string(), path: z.string() })),
  products: z.array(ProductCard),
})
export const HomePage = z.object({
  is_empty: z.boolean(),
  categories: z.array(CategoryLink),
  rows: z.array(HomeRow),
})
export type HomePage = z.infer<typeof HomePage>

/** What a path at the root refers to. `moved_to` is the path to redirect to with 301. */
export const Resolved = z.object({
  kind: z.enum([
    'product',
    'used_product',
    'category',
    'post',
    'post_category',
    'post_tag',
    'repair_service',
    'landing_page',
    'landing_teasing',
    'landing_dday',
    'static_page',
    'moved',
  ]),
  id: z.int(),
  moved_to: z.string().nullable(),
})
export type Resolved = z.infer<typeof Resolved>

/** Product ids: a list, or digits separated by commas. Only four of them are compared. */
const productIds = z.union([
  z.array(id).max(20),
  z
    .string()
    .regex(/^(\d{1,15}(,\d{1,15}){0,19})?$/)
    .transform((text) => (text === '' ? [] : text.split(',').map(Number))),
])

const notFound = {
  not_found: { status: 404, meaning: 'Nothing is found at this path or with this id.' },
} as const

/** The catalogue as pages read it. Served under /api/catalog. GraphQL serves the shapes of contract §3. */
export const catalog = {
  resolve: operation({
    method: 'GET',
    path: '/v1/url',
    summary: 'Find out what a root path such as "iphone-18-pro-max-256gb" refers to.',
    access: 'public',
    input: z.object({ path: z.string().max(300) }),
    output: Resolved,
    refusals: notFound,
  }),
  menu: operation({
    method: 'GET',
    path: '/v1/menu',
    summary: 'The category menu, with the prices of a province.',
    access: 'public',
    input: z.object({ province_id: provinceId.default(default_province_id) }),
    output: z.array(MenuEntry),
  }),
  home: operation({
    method: 'GET',
    path: '/v1/home',
    summary: 'The rows of the home page for a province.',
    access: 'public',
    input: z.object({ province_id: provinceId }),
    output: HomePage,
  }),
  category: operation({
    method: 'GET',
    path: '/v1/category',
    summary: 'The content of a category page, without its products.',
    access: 'public',
    input: z.object({ category_id: id }),
    output: CategoryPage,
    refusals: notFound,
  }),
  tag: operation({
    method: 'GET',
    path: '/v1/tag',
    summary: 'The content of a tag page, without its products.',
    access: 'public',
    input: z.object({ tag_key: z.string().max(80) }),
    output: CollectionPage,
    refusals: notFound,
  }),
  brand: operation({
    method: 'GET',
    path: '/v1/brand',
    summary: 'The content of a brand page, without its products.',
    access: 'public',
    input: z.object({ slug: z.string().max(80) }),
    output: CollectionPage,
    refusals: notFound,
  }),
  product: operation({
    method: 'GET',
    path: '/v1/product',
    summary: 'A version of a product with its colours, priced for a province.',
    access: 'public',
    input: z.object({ product_id: id, province_id: provinceId }),
    output: ProductPage,
    refusals: notFound,
  }),
  priceHistory: operation({
    method: 'GET',
    path: '/v1/price-history',
    summary: 'The lowest price of each recorded day of the last ninety before today, of one item.',
    access: 'public',
    input: z.object({ item_id: id }),
    output: z.object({ days: z.array(z.object({ day: z.iso.date(), price: dong })) }),
  }),
  accessories: operation({
    method: 'GET',
    path: '/v1/accessories',
    summary:
      'Accessories that fit a version: made for its model, or chargers that charge it at full speed.',
    access: 'public',
    input: z.object({ product_id: id, province_id: provinceId }),
    output: z.array(Accessory),
  }),
  compare: operation({
    method: 'GET',
    path: '/v1/compare',
    summary:
      'Compare the specifications of two to four products of one category, row by row. The first product decides the category.',
    access: 'public',
    input: z.object({ product_ids: productIds }),
    output: Comparison,
  }),
}
