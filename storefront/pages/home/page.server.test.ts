import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { LandingBlocks } from '#contracts/storefront/landing/blocks.ts'
import { seeded_at } from '#test/support/database.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop({ now: () => seeded_at })

const every_block = { phases: [], anchor: '' }
const posts = { ...every_block, kind: 'posts', sentence: '', category: 'thu-thuat', size: 2 }
const panels = { ...every_block, kind: 'categories', title: '', look: 'panels' }

async function arrange(blocks: readonly object[], column: 'blocks' | 'draft_blocks' = 'blocks') {
  const stored = JSON.stringify(LandingBlocks.parse(blocks))
  const { rows } = await sql<{ preview_key: string }>`
    update landing_page set ${sql.ref(column)} = ${stored}::jsonb where code = 'trang-chu'
    returning preview_key`.execute(demo.own.db)
  return rows[0]?.preview_key ?? ''
}

const headings = ({ text }: { text: string }) =>
  [...text.matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]+)</g)].map(([, words]) => words)

/** The shop learns of a change by its notice, a moment later. */
const showing = (check: (shown: (string | undefined)[]) => void) =>
  vi.waitFor(async () => check(headings(await demo.door.call('GET', '/'))), { timeout: 5_000 })

test('the demo shop opens with its blocks, in their sequence, and none is empty', async () => {
  const home = await demo.door.call('GET', '/')
  expect(headings(home)).toEqual([
    ...['Top 10 bán chạy', 'Bạn cần máy để làm gì?', 'Điện thoại'],
    ...['Điện thoại theo túi tiền', 'Samsung Galaxy', 'Laptop'],
    ...['Máy tính bảng', 'Âm thanh', 'Đồng hồ thông minh', 'Phụ kiện'],
    ...['Màn hình', 'Linh kiện máy tính', 'Nhà thông minh', 'Robot hút bụi'],
    ...['Dịch vụ tại cửa hàng', 'Tư vấn chọn mua'],
    ...['Tổng đài hỗ trợ miễn phí', 'Danh mục sản phẩm', 'Mua sắm', 'Dịch vụ', 'Chính sách'],
  ])
})

test('its data hold of a line in a list no more than the line shows', async () => {
  const { text } = await demo.door.call('GET', '/_data/')
  const { blocks, flash } = JSON.parse(text).answer.data
  const { products } = blocks.find(({ look }: { look?: string }) => look === 'ranked')
  const panels = blocks.filter(({ look }: { look?: string }) => look === 'panels')
  const lines = [
    ...products.slice(1),
    ...panels.flatMap(({ rows }: { rows: { products: object[] }[] }) =>
      rows.flatMap((row) => row.products),
    ),
    ...(flash?.shown.items.map(({ card }: { card: object }) => card) ?? []),
  ]
  expect(lines.length).toBeGreaterThan(30)
  const shown = ['category_id', 'highlights', 'is_in_stock', 'launch_on', 'name', 'price']
  const keys = [...shown, 'product_id', 'special_price', 'thumbnail', 'url_path']
  for (const line of lines) {
    expect(Object.keys(line).toSorted()).toEqual(keys)
    expect(line.highlights).toEqual([])
  }
  expect(products[0].highlights.length + (products[0].promotion ? 1 : 0)).toBeGreaterThan(0)
})

test('the flash sale says once on which day its windows open', async () => {
  const { text } = await demo.door.call('GET', '/')
  const tabs = /<nav aria-label="Khung giờ Flash Sale".*?<\/nav>/s.exec(text)?.[0] ?? ''
  const seen = tabs.replaceAll(/<span class="sr-only">.*?<\/span>/gs, '')
  expect(seen.match(/flash-tab/g)?.length).toBeGreaterThan(2)
  expect(seen.match(/Sắp mở bán/g)).toHaveLength(1)
})

test('every link of its blocks leads to a page', async () => {
  const { rows } = await sql<{ href: string }>`
    select distinct href #>> '{}' as href
    from landing_page, jsonb_path_query(blocks, '$.**.href') href where code = 'trang-chu'`.execute(
    demo.own.db,
  )
  expect(rows.length).toBeGreaterThan(15)
  for (const { href } of rows)
    expect([href, (await demo.door.call('GET', href)).status]).toEqual([href, 200])
})

test('what staff arrange is shown, and its draft only to whoever has the link of the preview', async () => {
  const preview_key = await arrange([{ ...posts, title: 'Mẹo hay' }])
  await showing((shown) => expect(shown).toContain('Mẹo hay'))
  await arrange([{ ...panels, categories: ['khong-co', 'laptop'] }], 'draft_blocks')
  expect(headings(await demo.door.call('GET', '/'))).not.toContain('Laptop')
  const preview = await demo.door.call('GET', `/xem-truoc/${preview_key}`)
  expect(headings(preview)).toContain('Laptop')
  expect(headings(preview)).not.toContain('Mẹo hay')
  expect(preview.text).toContain('noindex')
  expect(preview.text).toContain('Bản nháp, chưa đăng')
  expect(preview.text).toContain('href="/noi-bo/trang-khuyen-mai/trang-chu"')
  expect(preview.text).not.toContain('name="phan"')
})

test('without blocks, or with the arrangement switched off, it shows a row for each category', async () => {
  await sql`update landing_page set is_active = false where code = 'trang-chu'`.execute(demo.own.db)
  await showing((shown) => {
    expect(shown).toEqual(expect.arrayContaining(['Điện thoại', 'Máy tính bảng', 'Tivi']))
    expect(shown).toContain('Tin công nghệ')
    expect(shown).not.toContain('Top 10 bán chạy')
  })
})
