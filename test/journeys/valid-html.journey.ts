import { expect, test } from 'vitest'
import { htmlErrors } from '#test/support/html-checker.ts'
import { journey } from '#test/support/journey.ts'

const shop = journey()

/** One page of every kind that anybody sees alike, and of every state that looks different. */
const pages: Record<string, string> = {
  home: '/',
  category: '/dien-thoai',
  'category-filtered': '/dien-thoai?brand=apple&sort=price-asc',
  'category-parent': '/phu-kien',
  product: '/iphone-18-pro-max-256gb',
  'product-accessory': '/airpods-pro-3',
  'product-sold-out': '/iphone-14-pro-max-128gb',
  'product-without-price': '/oppo-find-n5-16gb-512gb',
  search: '/tim-kiem?q=iphone',
  'search-nothing': '/tim-kiem?q=zzzz',
  'search-empty': '/tim-kiem',
  menu: '/danh-muc',
  province: '/chon-tinh-thanh',
  shops: '/he-thong-cua-hang',
  cart: '/cart',
  'not-found': '/khong-co-trang-nay',
}

test('every page is valid HTML by the Nu HTML Checker', async () => {
  const documents = await Promise.all(
    Object.entries(pages).map(async ([name, path]) => {
      const response = await fetch(shop.url + path)
      return [name, await response.text()] as const
    }),
  )
  expect(await htmlErrors(Object.fromEntries(documents))).toEqual([])
})
