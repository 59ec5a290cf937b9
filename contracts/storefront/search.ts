import { z } from 'zod'
import { CategoryLink, Picture, ProductCard, ProductList } from '#contracts/storefront/catalog.ts'
import { PostCard } from '#contracts/storefront/content.ts'
import { dong, flag, id, page, provinceId, whole } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** Code of a brand, need, tag or attribute, as a URL has it. */
const code = z.string().regex(/^[a-z0-9][a-z0-9_+.-]{0,79}$/i)

/**
 * Sorts of a list. hot: reductions and the shop's own ranking; selling: units sold in 30 days;
 * discount: percent off. In every sort, available products come before unavailable ones.
 */
export const ListingSort = z.enum([
  'hot',
  'selling',
  'views',
  'discount',
  'price-asc',
  'price-desc',
])
export type ListingSort = z.infer<typeof ListingSort>

/** Several values of one filter: a list, or text separated by commas, as in a URL. */
const values = z.union([
  z.array(z.string().max(120)).max(50),
  z
    .string()
    .max(1_000)
    .transform((text) => text.split(',').filter((value) => value !== '')),
])

/**
 * The query for a list of products. Category, tag, brand and search pages all use it.
 * Values of one filter are alternatives (or); different filters must all match (and).
 */
export const ListingQuestion = z.object({
  /** Words as typed. Meanings found in them (brand, price, need …) work like filters. */
  q: z.string().max(200).default(''),
  category_id: id.optional(),
  /** Several categories, each with all its subcategories. */
  category_ids: z.array(id).max(100).optional(),
  tag: code.optional(),
  brand: values.default([]),
  need: values.default([]),
  /** By attribute code: { ram_gb: ['8', '12'] }. Unknown codes are ignored. */
  filters: z.record(code, values).default({}),
  min_price: whole(0, 999_999_999_999).optional(),
  max_price: whole(0, 999_999_999_999).optional(),
  /** Only products that a shop of the province has in stock. */
  in_stock: flag.default(false),
  /** Default: best match if `q` has words, else hot. */
  sort: ListingSort.optional(),
  page: page.default(1),
  size: whole(1, 200).default(20),
  /** False leaves the facets out: they cost more than the list. */
  with_facets: flag.default(true),
  province_id: provinceId.default(default_province_id),
})
export type ListingQuestion = z.output<typeof ListingQuestion>

export const FacetValue = z.object({
  /** The value as the URL has it. */
  value: z.string(),
  label: z.string(),
  /** Number of products with this value. Other filters apply; the other values of this facet do not. */
  count: z.int(),
  is_selected: z.boolean(),
})
export type FacetValue = z.infer<typeof FacetValue>

/** A filter of a list. `code` is `brand`, `need`, `category` (in lists of several categories) or an attribute code. */
export const Facet = z.object({
  code: z.string(),
  name: z.string(),
  values: z.array(FacetValue),
})
export type Facet = z.infer<typeof Facet>

/** Prices of the list before price filters, with price bands. `max_price` of a band is inclusive. */
export const PriceFacet = z.object({
  min: dong,
  max: dong,
  bands: z.array(
    z.object({
      min_price: dong.nullable(),
      max_price: dong.nullable(),
      label: z.string(),
      count: z.int(),
      is_selected: z.boolean(),
    }),
  ),
})
export type PriceFacet = z.infer<typeof PriceFacet>

/** How the typed words were understood. */
export const Understood = z.object({
  /** The corrected query, if letters were corrected and the first product has the corrected words. */
  corrected: z.string().nullable(),
  /**
   * What was asked for and is not sold: "iphone 12 mini", "tủ lạnh". The listed products are the nearest, if any are
   * near.
   */
  absent: z.string().nullable(),
  /** Questions about the shop's terms in the query ("bảo hành"), with the pages that answer them. */
  answers: z.array(z.object({ title: z.string(), path: z.string() })),
  /** Meanings that became filters. `q_without` is the query without the meaning, for the × of its chip. */
  chips: z.array(
    z.object({
      kind: z.enum(['brand', 'category', 'price', 'need', 'attribute']),
      label: z.string(),
      q_without: z.string(),
    }),
  ),
  /** True: no product matches all words; the listed ones match most of them. */
  is_loosened: z.boolean(),
  /** True: used goods were asked for. None are sold; the listed products are new. */
  is_used: z.boolean(),
  /** True: nothing of this kind has the price that was asked for; the nearest prices come first. */
  is_beyond_price: z.boolean(),
})
export type Understood = z.infer<typeof Understood>

export const Listing = ProductList.extend({
  /** In the sequence of the panel; empty without with_facets. A facet with one unselected value is left out. */
  facets: z.array(Facet),
  price: PriceFacet.nullable(),
  /** Number of listed products that a shop of the province has in stock. */
  in_stock_count: z.int(),
  sort: ListingSort,
  /** Null without search words. */
  understood: Understood.nullable(),
})
export type Listing = z.infer<typeof Listing>

/** Product ids: a list, or digits separated by commas. */
const productIds = z.union([
  z.array(id).max(100),
  z
    .string()
    .regex(/^(\d{1,15}(,\d{1,15}){0,99})?$/)
    .transform((text) => (text === '' ? [] : text.split(',').map(Number))),
])

/** A repair service that was searched for, or the page of all repairs of a kind of device, which has no price. */
export const FoundRepair = z.object({
  name: z.string(),
  path: z.string(),
  thumbnail: z.string().nullable(),
  /** The price of its cheapest option. */
  price: dong.nullable(),
})
export type FoundRepair = z.infer<typeof FoundRepair>

/** Suggestions of the search box while the shopper types. */
export const Suggestions = z.object({
  /** What was asked for and is not sold: the products are the nearest. Null while it may be half typed. */
  absent: z.string().nullable(),
  /** "Có phải bạn muốn tìm": search words, or a page that answers a question about the shop's terms. */
  terms: z.array(z.object({ text: z.string(), path: z.string() })),
  categories: z.array(CategoryLink),
  /** Repair services, if a repair is asked for. */
  repairs: z.array(FoundRepair),
  products: z.array(ProductCard),
  posts: z.array(z.object({ title: z.string(), path: z.string(), image: Picture.nullable() })),
  /** Popular searches, shown before anything is typed. */
  trending: z.array(z.object({ text: z.string(), path: z.string() })),
})
export type Suggestions = z.infer<typeof Suggestions>

/** All product lists of the shop. A remote search service can replace it (SEARCH_URL). Served under /api/search. */
export const search = {
  products: operation({
    method: 'GET',
    path: '/v1/products',
    summary:
      'One page of a product list, filtered by words, category, tag, brand, need and attributes.',
    access: 'public',
    cached: true,
    input: ListingQuestion,
    output: Listing,
  }),
  cards: operation({
    method: 'GET',
    path: '/v1/cards',
    summary:
      'Products by id, in the requested sequence. Products that are not on sale are left out.',
    access: 'public',
    cached: true,
    input: z.object({
      product_ids: productIds,
      province_id: provinceId.default(default_province_id),
    }),
    output: z.array(ProductCard),
  }),
  similar: operation({
    method: 'GET',
    path: '/v1/similar',
    summary:
      'Products of the same category with a similar price and similar specifications. Other product families come first.',
    access: 'public',
    cached: true,
    input: z.object({
      product_id: id,
      province_id: provinceId.default(default_province_id),
      size: whole(1, 50).default(10),
    }),
    output: z.array(ProductCard),
  }),
  suggest: operation({
    method: 'GET',
    path: '/v1/suggest',
    summary: 'Suggestions for the words typed so far.',
    access: 'public',
    cached: true,
    limits: limits.suggest,
    input: z.object({
      q: z.string().max(200).default(''),
      province_id: provinceId.default(default_province_id),
      size: whole(1, 20).default(6),
    }),
    output: Suggestions,
  }),
  repairs: operation({
    method: 'GET',
    path: '/v1/repairs',
    summary: 'Repair services for search words; none if the words ask for goods.',
    access: 'public',
    cached: true,
    input: z.object({ q: z.string().max(200), size: whole(1, 20).default(6) }),
    output: z.array(FoundRepair),
  }),
  posts: operation({
    method: 'GET',
    path: '/v1/posts',
    summary: 'Articles that have the words in title, topics or text, the best first.',
    access: 'public',
    cached: true,
    input: z.object({
      q: z.string().max(200),
      page: page.default(1),
      size: whole(1, 50).default(12),
    }),
    output: z.object({
      total: z.int(),
      /** No article has all words: these have most of them. */
      is_loosened: z.boolean(),
      posts: z.array(PostCard),
    }),
  }),
  filters: operation({
    method: 'GET',
    path: '/v1/filters',
    summary: 'All filters of product lists besides brand, need, category and price.',
    access: 'public',
    cached: true,
    input: z.object({}),
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
}
