import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleParts } from '#pure/formats/article-parts.ts'
import { formatDong } from '#pure/money.ts'
import { findDeliveryTerms } from '#shop/delivery/delivery-store.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
})
afterAll(() => database.close())

async function texts(query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ text: string }>(query).execute(database.db)
  return rows.map((row) => row.text)
}

describe('articles and banners of the demo shop', () => {
  test('are forty articles of three to eight paragraphs, of p, span and a only, and one shows every block', async () => {
    const bodies = await texts('select body as text from post')
    expect(bodies).toHaveLength(40)
    const kinds = bodies.map((body) => new Set(articleParts(body).map(({ kind }) => kind)))
    const every = [
      'heading',
      'list',
      'quote',
      'table',
      'picture',
      'products',
      'prices',
      'faq',
      'video',
    ]
    const is_whole = kinds.map((found) => every.every((kind) => found.has(kind as never)))
    expect(is_whole.filter(Boolean)).toHaveLength(1)
    for (const body of bodies.filter((_body, n) => is_whole[n] !== true)) {
      const paragraphs = body.match(/<p>/g)?.length ?? 0
      expect(paragraphs).toBeGreaterThanOrEqual(3)
      expect(paragraphs).toBeLessThanOrEqual(8)
      const rest = body.replace(
        /<\/?p>|<p class="heading">|<\/?(?:span|a)>|<span style="font-weight:700">|<a href="\/[^"<>]*">/g,
        '',
      )
      expect(rest).not.toMatch(/[<>]/)
    }
  })

  test('contain only links that exist in this shop', async () => {
    const links = await texts(`select distinct found[1] as text
      from post, regexp_matches(body, 'href="(/[^"?#]*)', 'g') as found
      union select split_part(path, '?', 1) from banner`)
    const known = new Set(
      await texts(`select '/' || path as text from slug
        union select '/the-san-pham/' || tag_key from product_tag
        union select '/he-thong-cua-hang'
        union select '/media/blog/' || name from unnest(array['17.webp', 'trong-hop-dien-thoai.webp']) name`),
    )
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((link) => !known.has(link))).toEqual([])
  })

  test('were published before the shop opened, at different times, and have an excerpt', async () => {
    const dates = await texts('select published_at::text as text from post order by post_id')
    for (const date of dates) expect(new Date(date).getTime()).toBeLessThan(seeded_at.getTime())
    expect(new Set(dates).size).toBe(dates.length)
    expect(await texts(`select title as text from post where length(excerpt) < 40`)).toEqual([])
  })

  test('banners name goods in HTML: no words are painted, and none promises money, gifts or trade-in', async () => {
    const labels = await texts('select label as text from banner')
    expect(labels.length).toBeGreaterThan(5)
    expect(labels.filter((label) => /giảm|tặng|miễn phí|trả góp|thu cũ|%/i.test(label))).toEqual([])
    expect(await texts(`select alt as text from banner where alt <> ''`)).toEqual([])
    expect(await texts(`select image as text from banner where image !~ '-art/'`)).toEqual([])
  })

  test('show pictures that are on disk', async () => {
    const sources = await texts(`select image as text from post union select image from author
      union select image from banner union select image_mobile from banner where image_mobile is not null`)
    const missing = sources.filter(
      (src) => !existsSync(join(import.meta.dirname, src.replace(/^\/media/, 'media'))),
    )
    expect(missing).toEqual([])
  })
})

test('every text that promises free delivery names the threshold of the shop, and every fee is its fee', async () => {
  const all = await texts(`select body as text from post
    union all select description from category union all select description from product
    union all select answer from faq
    union all select name || '. ' || description from promotion
    union all select alt from banner`)
  const sentences = all
    .join('. ')
    .replaceAll('</p>', '. ')
    .split(/[.?!]\s/)
    // What loyalty programmes of shops usually give: no promise of this shop.
    .filter((sentence) => !/quyền lợi thường gặp/i.test(sentence))
  const promises = sentences.filter((sentence) =>
    /giao[^;]*miễn phí|miễn phí[^;]*giao|free ?ship/i.test(sentence),
  )
  expect(promises.length).toBeGreaterThan(3)
  const { fee, free_from } = await findDeliveryTerms(database.db)
  expect(promises.filter((text) => !text.includes(`từ ${formatDong(free_from)}`))).toEqual([])
  const fees = sentences.flatMap((text) => /phí ([\d.]+đ)/.exec(text)?.[1] ?? [])
  expect(new Set(fees)).toEqual(new Set([formatDong(fee)]))
})
