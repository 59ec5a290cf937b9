import { describe, expect, test } from 'vitest'
import {
  brandsOf,
  branchOf,
  pathTo,
  priceBands,
  type Category,
  type Tree,
} from '#shop/catalog/tree.ts'

const category = (category_id: number, fields: Partial<Category>): Category => ({
  category_id,
  parent_id: null,
  name: `Kệ ${category_id}`,
  url_path: `ke-${category_id}`,
  thumbnail: null,
  is_in_menu: true,
  price_bounds: [],
  meta_title: '',
  meta_description: '',
  meta_keywords: '',
  canonical_tag: '',
  meta_thumbnail: null,
  meta_index: true,
  meta_follow: true,
  brands: [],
  ...fields,
})
const sony = { brand_id: 1, name: 'Sony', slug: 'sony', product_count: 2 }
const jbl = { brand_id: 2, name: 'JBL', slug: 'jbl', product_count: 3 }
const audio = category(1, {})
const headphones = category(2, { parent_id: 1, brands: [sony, jbl] })
const speakers = category(3, { parent_id: 1, brands: [{ ...sony, product_count: 4 }] })
const tree: Tree = new Map([audio, headphones, speakers].map((one) => [one.category_id, one]))

describe('the tree of categories', () => {
  test('a category includes its descendants', () => {
    expect(branchOf(tree, audio)).toEqual([audio, headphones, speakers])
    expect(brandsOf(tree, audio)).toEqual([{ ...sony, product_count: 6 }, jbl])
  })

  test('the path starts at the top category', () => {
    expect(pathTo(tree, speakers)).toEqual([audio, speakers])
  })
})

describe('price bands', () => {
  const names = (price_bounds: number[]) =>
    priceBands(category(1, { price_bounds })).map((band) => band.name)

  test('are named as people name them', () => {
    expect(names([2_000_000, 4_000_000])).toEqual([
      'Dưới 2 triệu',
      'Từ 2 - 4 triệu',
      'Trên 4 triệu',
    ])
    expect(names([500_000, 1_500_000])).toEqual([
      'Dưới 500.000đ',
      'Từ 500.000đ - 1,5 triệu',
      'Trên 1,5 triệu',
    ])
    expect(names([])).toEqual([])
  })

  test('link to the list of their range', () => {
    const paths = priceBands(category(1, { price_bounds: [2_000_000, 4_000_000] })).map(
      (band) => band.path,
    )
    expect(paths).toEqual([
      '/ke-1?max_price=2000000',
      '/ke-1?min_price=2000000&max_price=4000000',
      '/ke-1?min_price=4000000',
    ])
  })
})
