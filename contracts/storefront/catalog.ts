import { z } from 'zod'
import { dong, id, provinceId } from '#contracts/fields.ts'
import { FlashState } from '#contracts/price-parts.ts'
import { operation } from '#pure/contract.ts'

/** Metadata for title, description, keywords, robots, canonical and og:image (contract §2, §3). Paths are without host. */
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

/** A picture under /media/, with its size, so that nothing shifts. */
export const Picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** A tiny WebP in base64 that stands in until the picture has come; large pictures only. */
  blur: z.string().optional(),
})
export type Picture = z.infer<typeof Picture>

/** What a listing shows of a product: one version, in the best-priced colour that is in stock. */
export const ProductCard = z.object({
  product_id: z.int(),
  name: z.string(),
  url_path: z.string(),
  thumbnail: Picture.nullable(),
  /** List price in the province; null means "Giá liên hệ". */
  price: dong.nullable(),
  special_price: dong.nullable(),
  is_in_stock: z.boolean(),
  /** Two or three key facts, such as 6.9" OLED · 12 GB. */
  highlights: z.array(z.string()),
  category_id: z.int(),
  /** YYYY-MM-DD of a product that is not on sale yet. */
  launch_on: z.string().nullable(),
  /** Left out of cards that are in no flash sale now or today: a list holds few of them. */
  flash: FlashState.optional(),
  /** "Smember giảm đến …": what a member, a student may pay less than a guest. Left out of most. */
  member_saving: dong.optional(),
  student_saving: dong.optional(),
  /** The grey line: the first promotion and how many more hold. */
  promotion: z.string().optional(),
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

/** The orders that GraphQL offers; pages have those of contracts/storefront/search.ts. */
export const Sort = z.enum(['hot', 'price-asc', 'price-desc', 'views'])
export type Sort = z.infer<typeof Sort>

/** A question with its answer; the answer is rich text by the allow-list of contract §5. */
export const QuestionAndAnswer = z.object({ question: z.string(), answer: z.string() })
export type QuestionAndAnswer = z.infer<typeof QuestionAndAnswer>

/** "Pin trâu", "chơi game": what people want, as a filter of a category. */
export const NeedLink = z.object({ code: z.string(), name: z.string(), icon: z.string() })
export type NeedLink = z.infer<typeof NeedLink>

/** What a category says of itself; its products are a question for `search`. */
export const CategoryPage = z.object({
  category_id: z.int(),
  name: z.string(),
  path: z.string(),
  meta: Meta,
  /** From the first below home down to the page itself. */
  breadcrumb: z.array(Crumb),
  children: z.array(CategoryLink),
  needs: z.array(NeedLink),
  /** Rich text by the allow-list of contract §5. */
  description: z.string(),
  faq: z.array(QuestionAndAnswer),
})
export type CategoryPage = z.infer<typeof CategoryPage>

/** The page of a tag (/the-san-pham/{tag_key}) or a brand: a list with a name. */
export const ShelfPage = z.object({
  name: z.string(),
  path: z.string(),
  meta: Meta,
  breadcrumb: z.array(Crumb),
  /** Categories that hold such products. */
  related: z.array(CategoryLink),
  description: z.string(),
  faq: z.array(QuestionAndAnswer),
})
export type ShelfPage = z.infer<typeof ShelfPage>

/** A sibling in the family with an address of its own ("Phiên bản"). */
export const Version = z.object({
  product_id: z.int(),
  label: z.string(),
  path: z.string(),
  price: dong.nullable(),
  is_in_stock: z.boolean(),
  is_current: z.boolean(),
})
export type Version = z.infer<typeof Version>

/** A colour: the item that is put into the cart. Goods that come in one form have one without a name. */
export const ColorVariant = z.object({
  item_id: z.int(),
  sku: z.string(),
  color_name: z.string(),
  color_slug: z.string(),
  color_hex: z.string().nullable(),
  price: dong.nullable(),
  special_price: dong.nullable(),
  is_in_stock: z.boolean(),
  pictures: z.array(Picture),
  /** The flash sale it is in, or in next; left out of most. */
  flash: FlashState.optional(),
  /** Less than a guest, as far as a member, and a student, may pay less. */
  member_saving: dong.optional(),
  student_saving: dong.optional(),
  /** Beside a reduction: the least it cost on the thirty days before today. */
  lowest_30_days: dong.optional(),
  /** Uuids of promotions that are in `special_price`, and until when all of it holds. */
  applied: z.array(z.string()).optional(),
  valid_until: z.iso.datetime().optional(),
})
export type ColorVariant = z.infer<typeof ColorVariant>

/** A promotion that holds for a product now ("Khuyến mãi hấp dẫn"). */
export const ProductPromotion = z.object({
  uuid: z.string(),
  kind: z.enum(['catalogue', 'member', 'student', 'gift']),
  name: z.string(),
  description: z.string(),
  /** Promotions of one group are alternatives: one is taken, the chosen one or the best. */
  choice_group: z.string().nullable(),
  gift: z.object({ name: z.string(), path: z.string() }).nullable(),
  /** How often it can still be had; null: as often as asked for. */
  quota_left: z.int().nullable(),
  per_customer: z.int().nullable(),
  valid_until: z.iso.datetime().nullable(),
  /** Colours it reaches; null: all. */
  item_ids: z.array(z.int()).nullable(),
})
export type ProductPromotion = z.infer<typeof ProductPromotion>

/** Taken off the whole order when it is paid in one way ("Ưu đãi thanh toán"). */
export const PaymentLine = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  payment_method: z.string(),
  min_total: dong,
  valid_until: z.iso.datetime().nullable(),
})
export type PaymentLine = z.infer<typeof PaymentLine>

/** A thing that costs less beside this product ("Mua kèm giá sốc"). */
export const ProductCombo = z.object({
  combo_id: z.int(),
  combo_item_id: z.int(),
  name: z.string(),
  /** The one colour it goes with; null: all. */
  main_item_id: z.int().nullable(),
  item_id: z.int(),
  item_name: z.string(),
  color_name: z.string(),
  path: z.string(),
  picture: Picture.nullable(),
  list_price: dong,
  /** By itself, and beside this product. */
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

export const ProductPage = z.object({
  product_id: z.int(),
  name: z.string(),
  path: z.string(),
  brand: z.string(),
  meta: Meta,
  category_id: z.int(),
  /** From the first below home, over the brand, down to the page itself. */
  breadcrumb: z.array(Crumb),
  warranty_months: z.int(),
  /** YYYY-MM-DD of a product that is not on sale yet: it can be looked at only. */
  launch_on: z.string().nullable(),
  /** What bringing one home costs, and from which amount on nothing. */
  shipping: z.object({ fee: dong, free_from: dong }),
  /** Rich text by the allow-list of contract §5, already cleaned. */
  description: z.string(),
  faq: z.array(QuestionAndAnswer),
  /** Shelves that such a product also stands on. */
  related: z.array(Crumb),
  versions: z.array(Version),
  colors: z.array(ColorVariant),
  promotions: z.array(ProductPromotion),
  payment_offers: z.array(PaymentLine),
  combos: z.array(ProductCombo),
  specification: z.array(SpecificationGroup),
})
export type ProductPage = z.infer<typeof ProductPage>

/** One row of a comparison. Values stand in the order of the products; null: nothing is known. */
export const ComparedRow = z.object({
  code: z.string(),
  name: z.string(),
  values: z.array(z.string().nullable()),
  is_different: z.boolean(),
  /** Places of those that are best, where that can be said and not all are. */
  best: z.array(z.int()),
})
export type ComparedRow = z.infer<typeof ComparedRow>

/** Products of one category beside each other; their names and prices are cards of `search`. */
export const Comparison = z.object({
  category: z.object({ category_id: z.int(), name: z.string(), path: z.string() }).nullable(),
  product_ids: z.array(z.int()),
  /** Asked for, but of another category. */
  left_out: z.array(z.int()),
  groups: z.array(z.object({ name: z.string(), rows: z.array(ComparedRow) })),
})
export type Comparison = z.infer<typeof Comparison>

export const MenuEntry = CategoryLink.extend({
  children: z.array(CategoryLink),
  brands: z.array(z.object({ name: z.string(), path: z.string() })),
  price_bands: z.array(z.object({ name: z.string(), path: z.string() })),
  needs: z.array(z.object({ name: z.string(), path: z.string() })),
  featured: z.array(z.object({ name: z.string(), path: z.string() })),
})
export type MenuEntry = z.infer<typeof MenuEntry>

export const HomeRow = z.object({
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

/** What an address of the root means. `moved_to` is the path to answer 301 with. */
export const Resolved = z.object({
  kind: z.enum(['product', 'category', 'post', 'post_category', 'post_tag', 'moved']),
  id: z.int(),
  moved_to: z.string().nullable(),
})
export type Resolved = z.infer<typeof Resolved>

/** Numbers of products: a list, or digits parted by commas; four of them are compared. */
const productIds = z.union([
  z.array(id).max(20),
  z
    .string()
    .regex(/^(\d{1,15}(,\d{1,15}){0,19})?$/)
    .transform((text) => (text === '' ? [] : text.split(',').map(Number))),
])

const notFound = {
  not_found: { status: 404, meaning: 'There is nothing at this address or of this number.' },
} as const

/** The catalogue as pages read it. Served under /api/catalog; GraphQL serves the shapes of contract §3. */
export const catalog = {
  resolve: operation({
    method: 'GET',
    path: '/v1/url',
    summary: 'What a root address such as "iphone-18-pro-max-256gb" is.',
    access: 'public',
    input: z.object({ path: z.string().max(300) }),
    output: Resolved,
    refusals: notFound,
  }),
  menu: operation({
    method: 'GET',
    path: '/v1/menu',
    summary: 'The category menu.',
    access: 'public',
    input: z.object({}),
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
    summary: 'What a category says of itself.',
    access: 'public',
    input: z.object({ category_id: id }),
    output: CategoryPage,
    refusals: notFound,
  }),
  tag: operation({
    method: 'GET',
    path: '/v1/tag',
    summary: 'What the page of a tag says.',
    access: 'public',
    input: z.object({ tag_key: z.string().max(80) }),
    output: ShelfPage,
    refusals: notFound,
  }),
  brand: operation({
    method: 'GET',
    path: '/v1/brand',
    summary: 'What the page of a brand says.',
    access: 'public',
    input: z.object({ slug: z.string().max(80) }),
    output: ShelfPage,
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
  compare: operation({
    method: 'GET',
    path: '/v1/compare',
    summary:
      'What two to four products of one category have and are, row by row. The first decides the category.',
    access: 'public',
    input: z.object({ product_ids: productIds }),
    output: Comparison,
  }),
}
