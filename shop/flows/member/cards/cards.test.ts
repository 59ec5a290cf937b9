import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { folderFiles } from '#platform/files/folder-files.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { createLog } from '#platform/observe/log.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { eraseCards } from '#shop/flows/member/cards/erase-cards-job.ts'
import { aMember } from '#test/members/loyalty.ts'
import { testPictures } from '#test/pictures/test-pictures.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { emptyTables } from '#test/support/database-templates.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'tiem-cards-'))
const secret_key = 'k'.repeat(40)
const checkout = openCheckout({ DATA_DIR: data_dir, SECRET_KEY: secret_key })
const card_files = {
  pictures: testPictures(folderFiles(join(data_dir, 'files'))),
  card_box: secretBox({ secret_key, data_dir }, 'cards'),
}
type Member = Awaited<ReturnType<typeof aMember>>

beforeEach(async () => {
  await emptyTables(checkout.own.db, 'card_picture', 'member_card')
  rmSync(join(data_dir, 'files'), { recursive: true, force: true })
})
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

const typed = {
  ...{ kind: 'student', level: 'university', institution: 'Đại học Bách khoa Hà Nội' },
  ...{ holder: 'Trần Thị Lan', number: 'sv2026001', valid_until: '2028-06-30', agrees: true },
}
const same_site = { 'sec-fetch-site': 'same-origin' }
const cookie = ({ token }: Member) => ({ cookie: `member_token=${token}` })

/** A photo with the place where it was taken. */
async function photo(): Promise<Blob> {
  const create = { width: 640, height: 400, channels: 3, background: '#884400' } as const
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 1/1 0/1' } }
  const bytes = await sharp({ create }).jpeg().withExif(exif).toBuffer()
  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}

async function ask(member: Member, more: object = {}): Promise<number> {
  const asked = await member.call('POST', '/api/card/cards', { ...typed, ...more })
  return dataOf<{ card_id: number }>(asked).card_id
}

/** Sends the pictures as a form of a browser without scripts. */
async function sendPictures(member: Member, card_id: number, sides = ['front', 'back']) {
  const form = new FormData()
  for (const side of sides) form.set(side, await photo(), `${side}.jpg`)
  const headers = { ...cookie(member), ...same_site }
  return checkout.door.call('POST', `/smember/the/anh?phieu=${card_id}`, { form, headers })
}

async function waiting(member: Member, more: object = {}): Promise<number> {
  const card_id = await ask(member, more)
  expect((await sendPictures(member, card_id)).headers.get('location')).toBe('/smember/the')
  return card_id
}

async function answer(card_id: number, fields: Record<string, string>, role = 'director') {
  const headers = { ...(await staffHeaders(checkout.door, role)), ...same_site }
  const form = new URLSearchParams(fields)
  return checkout.door.call('POST', `/noi-bo/khach-hang/the/${card_id}`, { form, headers })
}

const accept = (card_id: number, ends_on = '2027-06-30', version = '2') =>
  answer(card_id, { intent: 'accept', version, ends_on })

async function look(card_id: number, side = 'front', role = 'director') {
  const headers = await staffHeaders(checkout.door, role)
  return checkout.door.call('GET', `/noi-bo/khach-hang/the/${card_id}/anh/${side}`, { headers })
}

async function own(member: Member) {
  type Own = Record<'current' | 'newest', { state: string; reason: string | null } | null>
  return dataOf<Own>(await member.call('GET', '/api/card/cards'))
}

function storedFiles(): string[] {
  const folder = join(data_dir, 'files')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function eraseAfter(days: number) {
  const now = () => new Date(checkout.now.getTime() + days * day_ms)
  const log = createLog({ service: 'test', level: 'silent' })
  return eraseCards({ db: checkout.own.db, now, log, ...card_files })
}

describe('a card of a student', () => {
  test('is typed, photographed and accepted; its price holds at once and until its day', async () => {
    const { db } = checkout.own
    await sql`with offer as (insert into promotion (kind, name, value, per_customer, period)
      values ('student', 'S-Student giảm thêm', 20000, 1, 'month') returning promotion_id)
      insert into promotion_target (promotion_id, product_id) select promotion_id, ${products.cable} from offer`.execute(
      db,
    )
    const lan = await aMember(checkout)
    const card_id = await waiting(lan)
    expect(await own(lan)).toMatchObject({ current: null, newest: { state: 'waiting' } })
    expect((await lan.prepare(products.cable)).totals.grand_total).toBe(180_000)
    expect((await accept(card_id, '2026-12-05')).status).toBe(303)
    expect(await own(lan)).toMatchObject({ current: { state: 'accepted', kind: 'student' } })
    expect((await lan.prepare(products.cable)).totals.grand_total).toBe(160_000)
    dataOf(await lan.order())
    // One unit in a month: the second order is refused with its new total.
    const shown = await lan.prepare(products.cable)
    const refused = await lan.order({
      payment_method: 'cod',
      grand_total: shown.totals.grand_total,
    })
    expect(refusalOf(refused)).toBe('409 grand_total_change')
    expect(refused.body?.error?.data).toMatchObject({ grand_total: 180_000 })
    checkout.now = new Date('2026-12-05T16:00:00Z')
    expect((await lan.prepare(products.cable)).totals.grand_total).toBe(160_000)
    checkout.now = new Date('2026-12-05T17:00:00Z')
    expect((await lan.prepare(products.cable)).totals.grand_total).toBe(180_000)
    expect(await own(lan)).toMatchObject({ current: null })
    await sql`update promotion set is_active = false`.execute(db)
  })

  test('tells its member by SMS what became of it', async () => {
    const lan = await aMember(checkout)
    await accept(await waiting(lan))
    const { rows } = await sql<{ recipient: string; facts: unknown }>`
      select recipient, facts from outbox where template = 'card'`.execute(checkout.own.db)
    expect(rows.at(-1)?.recipient).toMatch(/^09\d{8}$/)
    expect(Object.keys(rows.at(-1)?.facts as object)).toEqual(['card_id'])
  })

  test('is refused with a reason; the member may ask again', async () => {
    const lan = await aMember(checkout)
    const card_id = await waiting(lan)
    const empty = await answer(card_id, { intent: 'refuse', version: '2', reason: ' ' })
    expect([empty.status, empty.text.includes('Cần ghi lý do')]).toEqual([422, true])
    await answer(card_id, { intent: 'refuse', version: '2', reason: 'Ảnh mờ' })
    expect(await own(lan)).toMatchObject({ newest: { state: 'refused', reason: 'Ảnh mờ' } })
    const page = await checkout.door.call('GET', '/smember/the', { headers: cookie(lan) })
    expect(page.text).toContain('Ảnh mờ')
    expect((await accept(card_id, '2027-06-30', '3')).text).toContain('bây giờ “từ chối”')
    expect(await ask(lan)).toBeGreaterThan(card_id)
  })

  test('ends early with a reason, or when a newer one is accepted', async () => {
    const lan = await aMember(checkout)
    const first = await waiting(lan)
    await accept(first)
    const second = await waiting(lan, { kind: 'teacher' })
    await accept(second)
    expect(await own(lan)).toMatchObject({ current: { kind: 'teacher' } })
    await answer(second, { intent: 'end', version: '3', reason: 'Thẻ giả' })
    expect(await own(lan)).toMatchObject({ current: null, newest: { state: 'ended' } })
  })

  test('is accepted once by two at the same moment, and for no day after its end', async () => {
    const lan = await aMember(checkout)
    const card_id = await waiting(lan)
    for (const [day, text] of [
      ['2028-07-01', 'sau hạn in trên thẻ'],
      ['2026-11-19', 'đã qua'],
      ['', 'Chọn ngày'],
    ] as const) {
      const wrong = await accept(card_id, day)
      expect([wrong.status, wrong.text.includes(text)]).toEqual([422, true])
    }
    const answers = await Promise.all([accept(card_id), accept(card_id, '2027-01-01')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  })
})

describe('a card of a company', () => {
  test('goes by its tax code, and needs one page', async () => {
    const lan = await aMember(checkout)
    const company = { ...typed, kind: 'business', valid_until: undefined, level: undefined }
    const wrong = await lan.call('POST', '/api/card/cards', { ...company, number: '0314409059' })
    expect(wrong.status).toBe(422)
    const card_id = await ask(lan, { ...company, number: '0314 409 058' })
    expect(refusalOf(await lan.call('POST', '/api/card/cards/send', { card_id }))).toBe(
      '409 side_missing',
    )
    await sendPictures(lan, card_id, ['front'])
    expect(await own(lan)).toMatchObject({ newest: { state: 'waiting', number: '0314409058' } })
  })
})

describe('a request', () => {
  test('needs the agreement, and is one at a time also from two tabs', async () => {
    const lan = await aMember(checkout)
    const { agrees: _, ...silent } = typed
    expect((await lan.call('POST', '/api/card/cards', silent)).status).toBe(422)
    const tabs = await Promise.all([1, 2].map(() => lan.call('POST', '/api/card/cards', typed)))
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('of somebody else is as absent as none, for every call', async () => {
    const [lan, mai] = [await aMember(checkout), await aMember(checkout)]
    const card_id = await ask(lan)
    const image = Buffer.from(await (await photo()).arrayBuffer()).toString('base64')
    for (const id of [card_id, 999_999]) {
      const one = { card_id: id }
      const picture = { ...one, side: 'front', name: 'a.jpg', image }
      for (const [path, body] of [
        ['/api/card/cards/pictures', picture],
        ['/api/card/cards/send', one],
        ['/api/card/cards/withdraw', one],
      ] as const) {
        expect(refusalOf(await mai.call('POST', path, body))).toBe('404 card_not_found')
      }
      const form = await sendPictures(mai, id)
      expect(form.headers.get('location')).toBe('/smember/the?loi=card_not_found')
    }
    expect(storedFiles()).toEqual([])
  })

  test('is not sent to staff by another site, nor seen by staff before it is sent', async () => {
    const lan = await aMember(checkout)
    const card_id = await ask(lan)
    const form = new FormData()
    form.set('front', await photo(), 'a.jpg')
    const headers = { ...cookie(lan), 'sec-fetch-site': 'cross-site' }
    const path = `/smember/the/anh?phieu=${card_id}`
    expect((await checkout.door.call('POST', path, { form, headers })).status).toBe(403)
    expect((await look(card_id)).status).toBe(404)
    const page = `/noi-bo/khach-hang/the/${card_id}`
    const director = await staffHeaders(checkout.door)
    expect((await checkout.door.call('GET', page, { headers: director })).status).toBe(404)
  })

  test('is refused a torn picture and a script by their names, and keeps the good side', async () => {
    const lan = await aMember(checkout)
    const card_id = await ask(lan)
    const form = new FormData()
    form.set('front', await photo(), 'trước.jpg')
    form.set('back', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 'sau.jpg')
    const headers = { ...cookie(lan), ...same_site, accept: 'application/json' }
    const path = `/smember/the/anh?phieu=${card_id}`
    const answered = await checkout.door.call('POST', path, { form, headers })
    expect([answered.status, answered.text]).toEqual([
      422,
      expect.stringContaining('picture_wrong_kind'),
    ])
    expect(await own(lan)).toMatchObject({ newest: { state: 'collecting', sides: ['front'] } })
  })
})

describe('pictures of cards', () => {
  test('are encrypted with a key each, without metadata, and looking is written down', async () => {
    const lan = await aMember(checkout)
    const card_id = await waiting(lan)
    const files = storedFiles()
    expect(files).toHaveLength(2)
    for (const file of files) {
      await expect(sharp(readFileSync(file)).metadata()).rejects.toThrow('unsupported image format')
      expect(readFileSync(file, 'latin1')).not.toContain('WEBP')
    }
    const headers = await staffHeaders(checkout.door)
    const shown = await fetch(`${checkout.door.url}/noi-bo/khach-hang/the/${card_id}/anh/back`, {
      headers,
    })
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    const { format, exif, width } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect({ format, exif, width }).toEqual({ format: 'webp', exif: undefined, width: 640 })
    const { rows } = await sql<object>`
      select operation, thing, thing_key, action, changes from change_log
      where table_name = 'card_picture'`.execute(checkout.own.db)
    expect(rows).toEqual([
      {
        ...{ operation: 'cards.showPicture', thing: 'card', thing_key: String(card_id) },
        ...{ action: 'shown', changes: { side: [null, 'back'] } },
      },
    ])
    expect((await look(card_id, 'front', 'sales')).status).toBe(403)
    expect((await look(card_id, 'inside')).status).toBe(404)
  })

  test('cannot be read without their key, nor with the key of another', async () => {
    const lan = await aMember(checkout)
    const card_id = await waiting(lan)
    const { db } = checkout.own
    expect((await look(card_id)).status).toBe(200)
    await sql`update card_picture set sealed_key = other.sealed_key from card_picture other
      where card_picture.side = 'front' and other.side = 'back'`.execute(db)
    expect((await look(card_id)).status).toBe(404)
    await sql`update card_picture set sealed_key = null where side = 'back'`.execute(db)
    expect((await look(card_id, 'back')).status).toBe(404)
  })

  test('are erased thirty days after the decision, the key first', async () => {
    const lan = await aMember(checkout)
    const card_id = await waiting(lan)
    await accept(card_id)
    expect(await eraseAfter(29)).toMatchObject({ keys: 0, pictures: 0 })
    expect((await look(card_id)).status).toBe(200)
    expect(await eraseAfter(31)).toMatchObject({ keys: 2, pictures: 2, texts: 0 })
    expect([(await look(card_id)).status, storedFiles()]).toEqual([404, []])
    // The card counts on; what was typed goes when it is over.
    expect(await own(lan)).toMatchObject({ current: { holder: 'Trần Thị Lan' } })
    expect(await eraseAfter(365)).toMatchObject({ texts: 1 })
    expect(await own(lan)).toMatchObject({ newest: { holder: '', number: '' } })
  })

  test('of a withdrawn request cannot be read from that moment; one that is replaced neither', async () => {
    const lan = await aMember(checkout)
    const card_id = await ask(lan)
    await sendPictures(lan, card_id, ['front'])
    await sendPictures(lan, card_id, ['front'])
    const keys = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from card_picture where sealed_key is not null`.execute(
        checkout.own.db,
      )
      return rows[0]?.n
    }
    expect(await keys()).toBe(1)
    dataOf(await lan.call('POST', '/api/card/cards/withdraw', { card_id }))
    dataOf(await lan.call('POST', '/api/card/cards/withdraw', { card_id }))
    expect(await keys()).toBe(0)
    expect(await eraseAfter(1)).toMatchObject({ pictures: 2 })
    expect(storedFiles()).toEqual([])
  })

  test('of a request that was never sent go after a week', async () => {
    const lan = await aMember(checkout)
    await sendPictures(lan, await ask(lan), ['front'])
    expect(await eraseAfter(6)).toMatchObject({ forgotten: 0 })
    expect(await eraseAfter(8)).toMatchObject({ forgotten: 1, keys: 0 })
    expect(await own(lan)).toMatchObject({ newest: { state: 'withdrawn' } })
  })
})
