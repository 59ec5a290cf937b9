import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dataPath } from '#admin/addresses/addresses.ts'
import { picturePath, receiptPath } from '#admin/addresses/paths.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffHeaders } from '#test/support/staff.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'tiem-pictures-'))
const same_site = { 'sec-fetch-site': 'same-origin' }
let database: TestDatabase
let door: Door
let director: Record<string, string>
let code = ''
let path = ''

beforeAll(async () => {
  database = await testDatabase({ small: true })
  door = await openDoor(database, { env: { DATA_DIR: data_dir } })
  director = { ...(await staffHeaders(door)), ...same_site }
  code = await receipt('(select max(shop_id) from shop)')
  path = receiptPath(code)
})
afterAll(async () => {
  await door.close()
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

/** A receipt at the shop of an SQL expression. */
async function receipt(shop_id: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    with supplier as (insert into supplier (name, created_at) values (gen_random_uuid(), now()) returning supplier_id)
    insert into goods_receipt (supplier_id, shop_id, staff_name, created_at)
    select supplier_id, ${sql.raw(shop_id)}, 'Lan', now() from supplier returning code`.execute(
    database.db,
  )
  return rows[0]?.code ?? ''
}

interface Upload {
  name: string
  bytes: Uint8Array
}
const fileOf = ({ name, bytes }: Upload) => new File([Buffer.from(bytes)], name)
function formWith(...uploads: Upload[]): FormData {
  const form = new FormData()
  form.set('intent', 'add_pictures')
  for (const upload of uploads) form.append('pictures', fileOf(upload))
  // A second field for the camera stays empty: browsers send it without a name.
  form.append('pictures', new File([], ''))
  return form
}
const post = (form: FormData, to = path) => door.call('POST', to, { headers: director, form })
const newestPicture = async () =>
  (await sql<{ id: number }>`select max(picture_id) as id from picture`.execute(database.db))
    .rows[0]?.id ?? 0

describe('pictures on a page', () => {
  test('are sent by a plain form, shown, opened large and removed', async () => {
    const sent = await post(formWith(await photo()))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
    const picture_id = await newestPicture()
    const small = picturePath(path, picture_id, 'nho')
    const page = await door.call('GET', path, { headers: director })
    expect(page.text).toContain(`src="${small}"`)
    expect(page.text).toMatch(/enctype="multipart\/form-data"/i)
    const answer = await fetch(door.url + small, { headers: director })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([format, width]).toEqual(['webp', 64])
    const again = { ...director, 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await fetch(door.url + small, { headers: again })).status).toBe(304)
    const form = new URLSearchParams({ intent: 'remove_picture', picture_id: String(picture_id) })
    expect((await door.call('POST', path, { headers: director, form })).status).toBe(422)
    form.set('reason', 'Ảnh mờ')
    expect((await door.call('POST', path, { headers: director, form })).status).toBe(303)
    expect((await fetch(door.url + small, { headers: director })).status).toBe(404)
  })

  test('are seen by whoever may see the subject; a foreign one is as absent as none', async () => {
    await post(formWith(await photo('#123456')))
    const url = door.url + picturePath(path, await newestPicture(), 'lon')
    const stranger = await fetch(url, { redirect: 'manual' })
    expect([stranger.status, await stranger.text()]).toEqual([303, ''])
    const warehouse = await staffHeaders(door, 'warehouse')
    expect((await fetch(url, { headers: warehouse })).status).toBe(404)
    expect(
      (await fetch(door.url + picturePath(path, 999, 'lon'), { headers: director })).status,
    ).toBe(404)
    const courier = await staffHeaders(door, 'courier')
    expect((await fetch(url, { headers: courier })).status).toBe(403)
    const foreign = { ...director, 'sec-fetch-site': 'cross-site' }
    const form = formWith(await photo())
    expect((await door.call('POST', path, { headers: foreign, form })).status).toBe(403)
  })

  test('are refused in words, with scripts and without', async () => {
    const svg = {
      name: 'sơ đồ.jpg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    }
    const torn = { name: 'rách.jpg', bytes: (await photo()).bytes.subarray(0, -90) }
    const long = { name: 'dài.jpg', bytes: Buffer.alloc(10_000_001, 0xff) }
    const many = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => photo(`#00000${n}`)))
    const cases: [FormData, number, string][] = [
      [formWith(svg), 422, '“sơ đồ.jpg” không phải ảnh'],
      [formWith(await photo(), torn), 422, 'Không đọc được “rách.jpg”'],
      [formWith(long), 422, '“dài.jpg” quá lớn'],
      [formWith(...many), 422, 'Mỗi lần tối đa 6 ảnh'],
      [formWith(...many, ...many), 422, 'Mỗi lần tối đa 6 ảnh'],
      [formWith(long, long, long, long), 413, 'tối đa 32 MB'],
      [formWith(), 422, 'Chưa chọn ảnh'],
    ]
    const before = await newestPicture()
    for (const [form, status, words] of cases) {
      const page = await post(form)
      expect([page.status, page.text.includes(words) ? words : page.text]).toEqual([status, words])
      const data = await post(form, dataPath(path))
      expect(data.body).toMatchObject({ kind: 'problem', status })
    }
    // Another page takes no files.
    const elsewhere = await post(formWith(await photo()), '/noi-bo/nhap-hang')
    expect([elsewhere.status, elsewhere.text.includes('Chưa rõ yêu cầu')]).toEqual([422, true])
    expect(await newestPicture()).toBe(before)
  })

  test('survive a broken and a hung-up form', async () => {
    const headers = { ...director, 'content-type': 'multipart/form-data; boundary=x' }
    for (const body of [
      '',
      '--x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
      'y',
    ]) {
      const answer = await fetch(door.url + path, { method: 'POST', headers, body })
      expect([400, 422]).toContain(answer.status)
    }
    const part = '--x\r\nContent-Disposition: form-data; name="pictures"; filename="a"\r\n\r\n'
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      await new Promise<void>((resolve) => {
        const half = httpRequest(door.url + path, {
          ...{ method: 'POST', headers: { ...headers, 'content-length': '100000' } },
        })
        half.on('error', () => resolve()).on('close', () => resolve())
        half.write(part, () => half.destroy())
      })
    }
    // Each hung-up form gives its turn back.
    const sendsAgain = async () => {
      expect((await post(formWith(await photo('#0000f1')))).status).toBe(303)
    }
    await vi.waitFor(sendsAgain, { timeout: 5_000 })
  })
})
