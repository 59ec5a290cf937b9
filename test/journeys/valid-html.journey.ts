import { expect, test } from 'vitest'
import { htmlErrors } from '#test/support/html-checker.ts'
import { journey } from '#test/support/journey.ts'
import { public_pages } from '#test/support/public-pages.ts'

const shop = journey()

test('every page is valid HTML by the Nu HTML Checker', async () => {
  const documents = await Promise.all(
    Object.entries(public_pages).map(async ([name, path]) => {
      const response = await fetch(shop.url + path)
      return [name, await response.text()] as const
    }),
  )
  expect(await htmlErrors(Object.fromEntries(documents))).toEqual([])
})
