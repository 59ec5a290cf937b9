import { expect, test } from 'vitest'
import { htmlErrors } from '#test/support/html-checker.ts'
import { journey } from '#test/support/journey.ts'
import { public_pages } from '#test/support/public-pages.ts'

const shop = journey()

test('every page is valid HTML by the Nu HTML Checker', { timeout: 180_000 }, async () => {
  const documents: Record<string, string> = {}
  // One after the other: seventy pages at once are no visitor.
  for (const [name, path] of Object.entries(public_pages)) {
    const response = await fetch(shop.url + path)
    documents[name] = await response.text()
  }
  expect(await htmlErrors(documents)).toEqual([])
})
