import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { bannerPath } from '#admin/addresses/campaign-paths.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffHeaders } from '#test/support/staff.ts'

let database: TestDatabase
let door: Door
let content: Record<string, string>

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database)
  content = { ...(await staffHeaders(door, 'content')), 'sec-fetch-site': 'same-origin' }
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const list = addresses.banners.path
const slide = { width: 1400, height: 490 }
const blank = {
  ...{ version: '0', placement: 'hero', label: 'Hè | Giá tốt', eyebrow: '', button: 'Xem' },
  ...{ ink: '#14244a', alt: '', path: '/laptop', image: '', starts_at: '', ends_at: '' },
  is_active: 'on',
}
interface Upload {
  name: string
  bytes: Uint8Array
}
async function save(
  id: number | 'moi',
  fields: Record<string, string>,
  uploads: { wide?: Upload; narrow?: Upload } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const name of ['wide', 'narrow'] as const) {
    const { [name]: upload } = uploads
    form.set(name, new File(upload ? [Buffer.from(upload.bytes)] : [], upload?.name ?? ''))
  }
  return door.call('POST', bannerPath(id), { headers: content, form })
}
const press = (fields: Record<string, string>, path: string = list) =>
  door.call('POST', path, { headers: content, form: new URLSearchParams(fields) })
const see = async (path: string) => (await door.call('GET', path, { headers: content })).text
interface Row {
  banner_id: number
  label: string
  version: number
  image: string
  image_mobile: string | null
  image_blur: string | null
  changed_by: string | null
}
async function rowsOf(where = sql`true`): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select * from banner where ${where} order by position, banner_id`.execute(
      database.db,
    )
  return rows
}
const newest = async () => (await rowsOf()).reduce((a, b) => (a.banner_id > b.banner_id ? a : b))
const fieldsOf = (row: Record<string, unknown>) => ({
  ...Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? vietnamClock(value).slice(0, 16) : String(value ?? ''),
    ]),
  ),
  placement: row['place'] === 'category' ? String(row['category_id']) : String(row['place']),
  is_active: 'on',
})
/** What shoppers see on the home page, at the latest when the change feed has told of it. */
const shows = (words: string) =>
  vi.waitFor(async () => expect((await door.call('GET', '/')).text).toContain(words), 5_000)
const hides = (words: string) =>
  vi.waitFor(async () => expect((await door.call('GET', '/')).text).not.toContain(words), 5_000)

test('every banner of the demo is listed, leads somewhere, and is saved as it is', async () => {
  const rows = await rowsOf()
  const text = await see(list)
  for (const { label } of rows) expect(text).toContain(label.replaceAll(' | ', ' · '))
  expect(text).not.toContain('khách không thấy')
  for (const row of rows) {
    const answer = await save(row.banner_id, fieldsOf({ ...row }))
    expect([row.label, answer.status]).toEqual([row.label, 303])
  }
  const saved = await rowsOf()
  // A field of one line has plain spaces.
  const facts = ({ version: _v, changed_by: _b, label, ...row }: Row) => ({
    ...{ ...row, changed_at: null, label: label.replaceAll('\u00A0', ' ') },
  })
  expect(saved.map(facts)).toEqual(rows.map(facts))
  expect(saved.every(({ version, changed_by }) => version === 2 && changed_by !== null)).toBe(true)
})

test('a banner with uploaded pictures is shown, and its pictures say nothing of their makers', async () => {
  const withExif = await sharp((await photo('#aabbcc', 'x.jpg', slide)).bytes)
    .withExif({ IFD0: { Artist: 'Lan' } })
    .jpeg()
    .toBuffer()
  const wide = { name: 'rộng.jpg', bytes: withExif }
  const narrow = await photo('#ccbbaa', 'hẹp.png', { width: 800, height: 450 })
  expect((await save('moi', blank, { wide, narrow })).status).toBe(303)
  const row = await newest()
  expect(row).toMatchObject({ image_width: 1400, image_height: 490, image_mobile_width: 800 })
  expect(row.image_blur).toMatch(/^UklG/)
  await shows('Giá tốt')
  const answer = await fetch(door.url + row.image)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  const { exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(exif).toBeUndefined()
  expect((await fetch(door.url + String(row.image_mobile))).status).toBe(200)
  const { rows } = await sql<object>`select operation, action, table_name from change_log
    where thing = 'banner' and thing_key = ${String(row.banner_id)} order by change_id`.execute(
    database.db,
  )
  const made = { operation: 'banners.saveBanner', action: 'insert' }
  expect(rows).toEqual([
    { ...made, table_name: 'banner' },
    { ...made, table_name: 'picture' },
    { ...made, table_name: 'picture' },
  ])
  await press({ intent: 'switch', banner_id: String(row.banner_id), version: '1', is_active: '0' })
  await hides('Giá tốt')
})

test('a form that cannot be saved says why in words and keeps what was typed', async () => {
  const wide = await photo('#aabbcc', 'x.jpg', slide)
  const cases: [Record<string, string>, { wide?: Upload; narrow?: Upload }, string][] = [
    [{ label: '' }, { wide }, 'Cần có chữ'],
    [{ ink: 'red' }, { wide }, 'Màu chữ'],
    [{ path: 'https://x.example' }, { wide }, 'Trang mở ra là một đường dẫn'],
    [{ path: '/khong-co-trang-nay' }, { wide }, 'Cửa hàng không có trang này'],
    [{ placement: '999999' }, { wide }, 'Không còn danh mục này'],
    [
      { starts_at: '2027-01-02T00:00', ends_at: '2027-01-01T00:00' },
      { wide },
      'Giờ kết thúc phải sau',
    ],
    [{ starts_at: '2027-02-30T00:00' }, { wide }, 'Ngày giờ bắt đầu chưa đúng'],
    [{}, {}, 'Chọn ảnh cho màn hình rộng'],
    [{ image: '/media/x.webp' }, {}, 'Chọn ảnh cho màn hình rộng'],
    [{}, { wide: await photo() }, '64 × 48, không vừa chỗ này: cần khoảng 1380 × 480'],
    [{ placement: 'right' }, { wide }, 'cần khoảng 690 × 300'],
    [{}, { wide, narrow: wide }, 'Ảnh điện thoại là 1400 × 490'],
    [{}, { wide: { name: 'a.svg', bytes: Buffer.from('<svg/>') } }, 'không phải ảnh JPEG'],
  ]
  const before = (await rowsOf()).length
  for (const [wrong, uploads, words] of cases) {
    const { status, text } = await save('moi', { ...blank, button: 'Gõ rồi', ...wrong }, uploads)
    expect([words, status, text.includes(words)]).toEqual([words, 422, true])
    expect(text).toContain('value="Gõ rồi"')
  }
  expect(await rowsOf()).toHaveLength(before)
})

test('a target that leaves the shop is refused, and its banner is marked in the list', async () => {
  const [row] = await rowsOf(sql`path = '/galaxy-s26-ultra-12gb-256gb' and place = 'hero'`)
  await sql`update product set is_active = false where product_id =
    (select entity_id from slug where path = 'galaxy-s26-ultra-12gb-256gb')`.execute(database.db)
  expect(await see(list)).toContain('khách không thấy')
  const { text } = await save(row?.banner_id ?? 0, fieldsOf({ ...row }))
  expect(text).toContain('Cửa hàng không có trang này')
  await sql`update product set is_active = true where not is_active`.execute(database.db)
})

test('who saves second is told, keeps what was typed, and may save it then', async () => {
  const [row] = await rowsOf(sql`place = 'right'`)
  const id = row?.banner_id ?? 0
  const fields = fieldsOf({ ...row })
  expect((await save(id, { ...fields, label: 'Người thứ nhất' })).status).toBe(303)
  const second = await save(id, { ...fields, label: 'Người thứ hai' })
  expect(second.status).toBe(409)
  expect(second.text).toContain('vừa được người khác sửa')
  expect(second.text).toContain('value="Người thứ hai"')
  const version = /name="version" value="(\d+)"/.exec(second.text)?.[1] ?? ''
  expect((await save(id, { ...fields, label: 'Người thứ hai', version })).status).toBe(303)
  const stale = { intent: 'switch', banner_id: String(id), version: '1', is_active: '0' }
  expect((await press(stale)).status).toBe(409)
})

test('a step moves a banner among those of its place, and the ends stay', async () => {
  const sequence = async () => (await rowsOf(sql`place = 'hero'`)).map(({ banner_id }) => banner_id)
  const [first = 0, second = 0, ...others] = await sequence()
  const elsewhere = await rowsOf(sql`place <> 'hero'`)
  const step = (banner_id: number, is_up: string) =>
    press({ intent: 'move', banner_id: String(banner_id), is_up })
  await step(first, '1')
  expect(await sequence()).toEqual([first, second, ...others])
  await step(first, '0')
  expect(await sequence()).toEqual([second, first, ...others])
  await step(first, '1')
  expect(await sequence()).toEqual([first, second, ...others])
  // All at one position, as after an import.
  await sql`update banner set position = 0 where place = 'hero'`.execute(database.db)
  await step(second, '1')
  expect(await sequence()).toEqual([second, first, ...others])
  expect(await rowsOf(sql`place <> 'hero'`)).toEqual(elsewhere)
})

test('a list is narrowed to a place and a state, and says so when it is empty', async () => {
  const rows = async (query: string) =>
    [...(await see(`${list}?${query}`)).matchAll(/<tr class="border-b border-line align-top/g)]
      .length
  expect(await rows('placement=right&state=')).toBe(3)
  expect(await rows('placement=hero&state=off')).toBe(1)
  expect(await rows('placement=right&state=running')).toBe(3)
  expect(await see(`${list}?placement=right&state=planned`)).toContain(
    'Không có banner nào như vậy',
  )
  expect(await rows('placement=x')).toBe((await rowsOf()).length)
})

test('a copy begins with the fields of another banner; a foreign number is no banner', async () => {
  const [row] = await rowsOf(sql`place = 'category'`)
  const text = await see(`${bannerPath('moi')}?chep=${row?.banner_id}`)
  expect(text).toContain(`value="${row?.label}"`)
  expect(text).toContain(`value="${row?.image}"`)
  const { status } = await save('moi', { ...fieldsOf({ ...row }), version: '0' })
  expect(status).toBe(303)
  expect(await newest()).toMatchObject({ label: row?.label, image: row?.image, version: 1 })
  for (const id of ['999999', 'x']) {
    expect((await door.call('GET', bannerPath(id), { headers: content })).status).toBe(404)
    expect((await save(Number(id) || 999_999, { ...blank, version: '1' })).status).toBe(404)
  }
  const stranger = await staffHeaders(door, 'warehouse')
  expect((await door.call('GET', list, { headers: stranger })).status).toBe(403)
})

test('a change of a banner is undone with its picture', async () => {
  const [row] = await rowsOf(sql`place = 'right'`)
  const id = row?.banner_id ?? 0
  const wide = await photo('#010203', 'x.jpg', { width: 690, height: 300 })
  const changed = { ...fieldsOf({ ...row }), label: 'Sẽ hoàn tác', ends_at: '2030-01-01T08:00' }
  expect((await save(id, changed, { wide })).status).toBe(303)
  const last = async () => {
    const { rows } = await sql<{ id: number }>`select max(change_id) as id from change_log
      where table_name = 'banner'`.execute(database.db)
    return rows[0]?.id ?? 0
  }
  const undo = async () => press({ intent: 'undo' }, `${addresses.changes.path}/${await last()}`)
  const director = { ...(await staffHeaders(door)), 'sec-fetch-site': 'same-origin' }
  const before = content
  content = director
  const shown = await see(bannerPath(id))
  expect(shown).toContain('Lịch sử thay đổi')
  expect((await undo()).status).toBe(303)
  const facts = ({ label, image }: Row) => ({ label, image })
  const rowNow = async () => (await rowsOf(sql`banner_id = ${id}`))[0]
  expect(await rowNow()).toMatchObject({ ...(row && facts(row)), ends_at: null })
  // The undo of the undo needs the uploaded picture.
  expect((await undo()).status).toBe(303)
  expect(await rowNow()).toMatchObject({ label: 'Sẽ hoàn tác', image_width: 690 })
  content = before
})
