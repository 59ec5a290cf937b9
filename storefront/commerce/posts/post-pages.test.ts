import { expect, test } from 'vitest'
import { pagesNear } from '#storefront/commerce/posts/post-pages.tsx'

test.each([
  [1, 2, [1, 2]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [6, 12, [1, null, 5, 6, 7, null, 12]],
  [12, 12, [1, null, 11, 12]],
])('page %i of %i links to %j', (page, count, pages) => {
  expect(pagesNear(page, count)).toEqual(pages)
})
