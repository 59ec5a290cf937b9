import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  ErrorScreen,
  NotFoundScreen,
  SlowScreen,
  TooFastScreen,
} from '#storefront/runtime/error-screens.tsx'

test.each([
  ['error', ErrorScreen, 'sự cố kỹ thuật', '/media/states/error.webp'],
  ['slow', SlowScreen, 'Trang tải quá lâu', '/media/states/error.webp'],
  ['too fast', TooFastScreen, 'thao tác quá nhanh', '/media/states/error.webp'],
  ['not found', NotFoundScreen, 'Trang không tồn tại', '/media/states/error-404.webp'],
] as const)('the %s screen has all parts of contract §2', (_name, Screen, headline, picture) => {
  const html = renderToStaticMarkup(<Screen detail="Page not found: /x<y" />)
  expect(html).toContain(headline)
  expect(html).toContain(picture)
  expect(html).toContain('width="500"')
  expect(html.includes('Tải lại trang')).toBe(headline !== 'Trang không tồn tại')
  expect(html).toMatch(/<a href="\/"[^>]*>Về trang chủ/)
  // The link of an order that a message cut off is still a way to it.
  expect(html.includes('href="/tracuu"')).toBe(headline === 'Trang không tồn tại')
  expect(html).toMatch(/<a href="tel:18002064"[^>]*>1800 2064/)
  expect(html).toContain('Page not found: /x&lt;y')
  expect(html).not.toContain('<details open')
})
