import { z } from 'zod'
import { CategoryLink, Picture, ProductCard, ProductList } from '#contracts/storefront/catalog.ts'
import { dong, flag, id, page, provinceId, whole } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** Codes of a brand, need, tag, attribute: what an address may carry. */
const code = z.string().regex(/^[a-z0-9][a-z0-9_+.-]{0,79}$/i)

/**
 * Orders of a list. hot: reductions and the shop's own order; selling: pieces sold in 30 days;
 * discount: percent off. Those that can be had come before those that cannot, in every order.
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

/** Several values of one filter: a list, or text parted by commas as an address has it. */
const values = z.union([
  z.array(z.string().max(120)).max(50),
  z
    .string()
    .max(1_000)
    .transform((text) => text.split(',').filter((value) => value !== '')),
])

/**
 * Which products, in which order: the one question behind category, tag, brand and search pages.
 * Values of one filter widen (or), different filters narrow (and).
 */
export const ListingQuestion = z.object({
  /** Words as typed; what they mean (brand, price, need …) narrows like filters do. */
  q: z.string().max(200).default(''),
  category_id: id.optional(),
  /** Several categories, each with all below it. */
  category_ids: z.array(id).max(100).optional(),
  tag: code.optional(),
  brand: values.default([]),
  need: values.default([]),
  /** By attribute code: { ram_gb: ['8', '12'] }. Unknown codes count as not asked for. */
  filters: z.record(code, values).default({}),
  min_price: whole(0, 999_999_999_999).optional(),
  max_price: whole(0, 999_999_999_999).optional(),
  /** Only what a shop of the province has. */
  in_stock: flag.default(false),
  /** Default: best match where words are given, else hot. */
  sort: ListingSort.optional(),
  page: page.default(1),
  size: whole(1, 200).default(20),
  /** Facets cost more than the list: who shows none asks for none. */
  with_facets: flag.default(true),
  province_id: provinceId.default(default_province_id),
})
export type ListingQuestion = z.output<typeof ListingQuestion>

export const FacetValue = z.object({
  /** As the address carries it. */
  value: z.string(),
  label: z.string(),
  /** Products that would be listed if this value were chosen too; other filters count, its own facet's do not. */
  count: z.int(),
  is_selected: z.boolean(),
})
export type FacetValue = z.infer<typeof FacetValue>

/** A filter of a list: `brand`, `need`, `category` (in lists over several categories) or an attribute's code. */
export const Facet = z.object({
  code: z.string(),
  name: z.string(),
  values: z.array(FacetValue),
})
export type Facet = z.infer<typeof Facet>

/** Prices of the list before price filters, with ready bands; `max_price` of a band belongs to it. */
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

/** What the typed words were taken for. */
export const Understood = z.object({
  /** The words as understood, when letters were corrected: "iphone" for "ihpone". */
  corrected: z.string().nullable(),
  /** Each meaning that became a filter; `q_without` is the query without it, for the × of its chip. */
  chips: z.array(
    z.object({
      kind: z.enum(['brand', 'category', 'price', 'need', 'attribute']),
      label: z.string(),
      q_without: z.string(),
    }),
  ),
  /** No product fits everything: these fit most of the words. */
  is_loosened: z.boolean(),
})
export type Understood = z.infer<typeof Understood>

export const Listing = ProductList.extend({
  /** In the order of the panel; empty when not asked for. A facet with one value and no choice is left out. */
  facets: z.array(Facet),
  price: PriceFacet.nullable(),
  /** How many of the list a shop of the province has. */
  in_stock_count: z.int(),
  sort: ListingSort,
  /** Null when no words were given. */
  understood: Understood.nullable(),
})
export type Listing = z.infer<typeof Listing>

/** Numbers of products: a list, or digits parted by commas. */
const productIds = z.union([
  z.array(id).max(100),
  z
    .string()
    .regex(/^(\d{1,15}(,\d{1,15}){0,99})?$/)
    .transform((text) => (text === '' ? [] : text.split(',').map(Number))),
])

/** What the search box shows while somebody types. */
export const Suggestions = z.object({
  /** "Có phải bạn muốn tìm": words to search for, or a category to go to. */
  terms: z.array(z.object({ text: z.string(), path: z.string() })),
  categories: z.array(CategoryLink),
  products: z.array(ProductCard),
  posts: z.array(z.object({ title: z.string(), path: z.string(), image: Picture.nullable() })),
  /** What others look for: shown before anything is typed. */
  trending: z.array(z.object({ text: z.string(), path: z.string() })),
})
export type Suggestions = z.infer<typeof Suggestions>

/** Which products: every list of the shop. A search cluster may stand in (SEARCH_URL). Served under /api/search. */
export const search = {
  products: operation({
    method: 'GET',
    path: '/v1/products',
    summary: 'One page of a list of products: by words, category, tag, brand, need and attributes.',
    access: 'public',
    cached: true,
    input: ListingQuestion,
    output: Listing,
  }),
  cards: operation({
    method: 'GET',
    path: '/v1/cards',
    summary: 'Products by their numbers, in the order asked; what is not on sale is left out.',
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
    summary: 'Products of the category that are near in price and facts, of other families first.',
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
    summary: 'What the words typed so far may become.',
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
  filters: operation({
    method: 'GET',
    path: '/v1/filters',
    summary: 'Every filter that a list may be narrowed by beside brand, need, category and price.',
    access: 'public',
    cached: true,
    input: z.object({}),
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
}
