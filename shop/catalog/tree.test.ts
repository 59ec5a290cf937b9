import { describe, expect, test } from 'vitest'
import {
  brandsOf,
  branchOf,
  pathTo,
  priceBands,
  type Category,
  type Tree,
} from '#shop/catalog/tree.ts'

const shelf = (category_id: number, given: Partial<Category>): Category => ({
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
  ...given,
})
const sony = { brand_id: 1, name: 'Sony', slug: 'sony', product_count: 2 }
const jbl = { brand_id: 2, name: 'JBL', slug: 'jbl', product_count: 3 }
const audio = shelf(1, {})
const headphones = shelf(2, { parent_id: 1, brands: [sony, jbl] })
const speakers = shelf(3, { parent_id: 1, brands: [{ ...sony, product_count: 4 }] })
const tree: Tree = new Map([audio, headphones, speakers].map((one) => [one.category_id, one]))

describe('the tree of categories', () => {
  test('a category shows what lies below it too', () => {
    expect(branchOf(tree, audio)).toEqual([audio, headphones, speakers])
    expect(brandsOf(tree, audio)).toEqual([{ ...sony, product_count: 6 }, jbl])
  })

  test('the path leads from the top', () => {
    expect(pathTo(tree, speakers)).toEqual([audio, speakers])
  })
})

describe('price bands', () => {
  const names = (price_bounds: number[]) =>
    priceBands(shelf(1, { price_bounds })).map((band) => band.name)

  test('are named as people say them', () => {
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

  test('lead to the list they promise', () => {
    const paths = priceBands(shelf(1, { price_bounds: [2_000_000, 4_000_000] })).map(
      (band) => band.path,
    )
    expect(paths).toEqual([
      '/ke-1?max_price=2000000',
      '/ke-1?min_price=2000000&max_price=4000000',
      '/ke-1?min_price=4000000',
    ])
  })
})
