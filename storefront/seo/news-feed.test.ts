import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop({ now: () => new Date('2027-01-20T03:00:00Z') })

const own = 'http://localhost:3000'

test('the feed of all articles is RSS 2.0 with the newest thirty', async () => {
  const { status, headers, text } = await demo.door.call('GET', '/rss.xml')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0"/)
  expect(text).toContain(`<atom:link href="${own}/rss.xml" rel="self" type="application/rss+xml"/>`)
  expect(text.match(/<item>/g)).toHaveLength(30)
  const dates = [...text.matchAll(/<pubDate>([^<]*)<\/pubDate>/g)].map(([, date = '']) => date)
  expect(dates[0]).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/)
  const times = dates.map((date) => Date.parse(date))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})

test('the feed of a category has its articles only, with escaped texts', async () => {
  await sql`update post set title = 'Pin & sạc <nhanh> "65W"' where post_id =
    (select post_id from post join post_category using (post_category_id)
     where name = 'Tư vấn' order by published_at desc, post_id desc limit 1)`.execute(demo.own.db)
  const { text } = await demo.door.call('GET', '/rss/tu-van.xml')
  expect(text).toContain('<title>Tư vấn</title>')
  expect(text).toContain(`<link>${own}/tu-van</link>`)
  expect(text).toContain('<title>Pin &amp; sạc &lt;nhanh&gt; &quot;65W&quot;</title>')
  const categories = [...text.matchAll(/<category>([^<]*)<\/category>/g)].map(([, name]) => name)
  expect(new Set(categories)).toEqual(new Set(['Tư vấn']))
})

test.each(['/rss/khong-co.xml', '/rss/dien-thoai.xml', '/rss/iphone-18-pro-max-256gb.xml'])(
  '%s is no feed',
  async (path) => {
    expect((await demo.door.call('GET', path)).status).toBe(404)
  },
)

test('lists and articles name their feed in the head', async () => {
  const { text: list } = await demo.door.call('GET', '/tu-van')
  const [head = ''] = list.split('</head>')
  expect(head).toContain(
    '<link rel="alternate" type="application/rss+xml" title="RSS Tư vấn" href="/rss/tu-van.xml"/>',
  )
  expect(head).toContain('href="/rss.xml"')
})
