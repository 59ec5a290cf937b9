import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Receipt } from '#contracts/staff/receipts.ts'
import type { Unit } from '#contracts/staff/units.ts'
import { FileStoreError } from '#platform/files/files-port.ts'
import { createLog } from '#platform/observe/log.ts'
import type { StaffActor } from '#pure/contract.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { noteFile } from '#shop/picture/picture-store.ts'
import { sweepUnusedFiles } from '#shop/picture/unused-files-job.ts'
import { memoryFiles, photo, testPictures } from '#test/pictures/test-pictures.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'
import { clearUnits } from '#test/support/stock-ledger.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
const files = memoryFiles()
const pictures = testPictures(files)
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const own_shop = { scope: 'shops', max_amount: null } as const
const keeper = (shop_id: number): StaffActor =>
  staffWith({ 'stock.see': own_shop, 'stock.move': own_shop }, [shop_id])
let staff: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  staff = staffOffice(providers, 'demo', undefined, pictures).services
  await sql`update product set identified_by = 'imei' where product_id = ${products.phone}`.execute(
    db,
  )
})
afterEach(async () => {
  const { db } = checkout.own
  await emptyTables(db, 'picture', 'stored_file', 'goods_receipt', 'supplier')
  await clearUnits(db)
  files.stored.clear()
})

let receipts = 0

async function receipt(shop_id: number = shops.first): Promise<string> {
  receipts += 1
  const supplied = { supplier: 'Nhà phân phối A', shop_id, invoice: `HD-${receipts}` }
  return (await staff.receipts.createReceipt(lan, supplied)).code
}
const look = (code: string, actor = lan) =>
  staff.receipts.receipt(actor, { code }) as Promise<Receipt>
const imei = `35000000000001${imeiCheckDigit('35000000000001')}`

async function unit(): Promise<string> {
  const code = await receipt()
  const line = { sku: `SKU-${products.phone}`, quantity: 1, pasted: imei }
  const { version } = await staff.receipts.saveLine(lan, { code, version: 1, ...line })
  await staff.receipts.receiveGoods(lan, { code, version })
  return imei
}
const sweepAfter = (days: number) =>
  sweepUnusedFiles({
    ...{ db: checkout.own.db, now: () => checkout.now, pictures },
    log: createLog({ service: 'test', level: 'silent' }),
    retainedSince: (at) => new Date(at.getTime() - days * 86_400_000),
  })

describe('pictures of a receipt and of a unit', () => {
  test('are taken in, shown with who and when, and removed with a reason', async () => {
    const code = await receipt()
    const uploads = [await photo('#804000'), await photo('#008040', 'hóa đơn.png')]
    expect(await staff.receipts.addPictures(lan, { code, files: uploads })).toEqual({ added: 2 })
    const { pictures: shown, may_change_pictures } = await look(code)
    expect(may_change_pictures).toBe(true)
    expect(shown).toMatchObject([
      { width: 64, height: 48, staff_name: 'Lan', created_at: checkout.now.toISOString() },
      { width: 64, height: 48 },
    ])
    const [first] = shown
    const picture_id = first?.picture_id ?? 0
    const { bytes } = await staff.receipts.picture(lan, { code, picture_id, size: 'small' })
    expect(Buffer.from(bytes).toString('latin1', 8, 12)).toBe('WEBP')
    const reason = 'Ảnh mờ'
    await staff.receipts.removePicture(lan, { code, picture_id, reason })
    await expect(
      staff.receipts.removePicture(lan, { code, picture_id, reason }),
    ).rejects.toMatchObject({ code: 'picture_not_found', status: 404 })
    expect((await look(code)).pictures).toHaveLength(1)
    const { rows } = await sql<object>`
      select operation, thing, action, reason from change_log
      where table_name = 'picture' order by change_id`.execute(checkout.own.db)
    expect(rows).toEqual([
      ...[1, 2].map(() => ({
        ...{ operation: 'receipts.addPictures', thing: 'receipt', action: 'insert', reason: null },
      })),
      { operation: 'receipts.removePicture', thing: 'receipt', action: 'delete', reason },
    ])
  })

  test('are within the shops of their reader; a foreign subject is as absent as none', async () => {
    const [first, second] = [keeper(shops.first), keeper(shops.second)]
    const code = await receipt()
    const device = await unit()
    const uploads = [await photo()]
    await staff.receipts.addPictures(first, { code, files: uploads })
    await staff.units.addPictures(first, { code: device, files: uploads })
    const { picture_id = 0 } = ((await staff.units.unit(first, { code: device })) as Unit)
      .pictures[0] ?? { picture_id: 0 }
    const of_receipt = (await look(code)).pictures[0]?.picture_id ?? 0
    const size = 'large'
    const absent = { code: 'subject_not_found', status: 404 }
    for (const wrong of [code, 'PN999999']) {
      const foreign = { code: wrong, picture_id: of_receipt }
      const { receipts } = staff
      await expect(receipts.picture(second, { ...foreign, size })).rejects.toMatchObject(absent)
      await expect(
        receipts.addPictures(second, { code: wrong, files: uploads }),
      ).rejects.toMatchObject(absent)
      await expect(
        receipts.removePicture(second, { ...foreign, reason: 'x' }),
      ).rejects.toMatchObject(absent)
    }
    // The picture of one subject is not reached through another.
    await expect(staff.receipts.picture(first, { code, picture_id, size })).rejects.toMatchObject({
      code: 'picture_not_found',
    })
    await expect(
      staff.units.picture(second, { code: device, picture_id, size }),
    ).rejects.toMatchObject(absent)
    const seeing = staffWith(everywhere(['stock.see']))
    expect((await look(code, seeing)).may_change_pictures).toBe(false)
    await expect(
      staff.receipts.addPictures(seeing, { code, files: uploads }),
    ).rejects.toMatchObject({ code: 'permission_missing' })
  })

  test('come all or none, by their names, once each and at most twenty', async () => {
    const code = await receipt()
    const good = await photo()
    const torn = { name: 'rách.jpg', bytes: good.bytes.subarray(0, 200) }
    const svg = { name: 'ảnh.jpg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    for (const [wrong, refusal] of [
      [torn, 'picture_unreadable'],
      [svg, 'picture_wrong_kind'],
    ] as const) {
      await expect(
        staff.receipts.addPictures(lan, { code, files: [good, wrong] }),
      ).rejects.toMatchObject({ code: refusal, data: { name: wrong.name } })
    }
    expect((await look(code)).pictures).toEqual([])
    // Pressed twice: the same content is one picture.
    const twice = await Promise.all(
      [1, 2].map(() => staff.receipts.addPictures(lan, { code, files: [good, good] })),
    )
    expect(twice.map(({ added }) => added).toSorted()).toEqual([0, 1])
    const colours = Array.from({ length: 24 }, (_, n) => `hsl(${n * 15}, 80%, 50%)`)
    const others = await Promise.all(colours.map((colour) => photo(colour)))
    for (const from of [0, 6, 12]) {
      await staff.receipts.addPictures(lan, { code, files: others.slice(from, from + 6) })
    }
    // One more fits; two people send one each.
    const last = await Promise.allSettled(
      [18, 19].map((n) => staff.receipts.addPictures(lan, { code, files: others.slice(n, n + 1) })),
    )
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(last.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'too_many_pictures', data: { max: 20 } },
    })
    expect((await look(code)).pictures).toHaveLength(20)
  })

  test('are refused while the store of files does not work, and nothing is attached', async () => {
    const code = await receipt()
    const broken = {
      ...files,
      put: () => Promise.reject(new FileStoreError('the bucket gave no answer to PUT')),
    }
    const providers = await testProviders({
      ...{ db: checkout.own.db, now: () => checkout.now, gateways: [cashOnDelivery] },
    })
    const { services } = staffOffice(providers, 'demo', undefined, testPictures(broken))
    await expect(
      services.receipts.addPictures(lan, { code, files: [await photo()] }),
    ).rejects.toMatchObject({ code: 'files_unavailable', status: 503 })
    expect((await look(code)).pictures).toEqual([])
  })
})

describe('the sweep of files', () => {
  test('deletes what no picture has needed for its days, and nothing else', async () => {
    const [one, other] = [await receipt(), await receipt()]
    const shared = await photo('#112233')
    await staff.receipts.addPictures(lan, { code: one, files: [shared, await photo('#445566')] })
    await staff.receipts.addPictures(lan, { code: other, files: [shared] })
    for (const { picture_id } of (await look(one)).pictures) {
      await staff.receipts.removePicture(lan, { code: one, picture_id, reason: 'Nhầm phiếu' })
    }
    expect(files.stored.size).toBe(4)
    checkout.now = new Date(checkout.now.getTime() + 10 * 86_400_000)
    expect(await sweepAfter(30)).toBe(0)
    // What was noted and never attached: its process was killed in the middle.
    const torn = { hash: 'ab'.repeat(32), bytes: 1, width: 1, height: 1 }
    const long_ago = new Date(checkout.now.getTime() - 31 * 86_400_000)
    await noteFile(checkout.own.db, torn, { staff_name: 'Lan', at: long_ago })
    expect(await sweepAfter(30)).toBe(1)
    expect(await sweepAfter(5)).toBe(1)
    expect(files.stored.size).toBe(2)
    const [kept] = (await look(other)).pictures
    const { bytes } = await staff.receipts.picture(lan, {
      ...{ code: other, picture_id: kept?.picture_id ?? 0, size: 'large' },
    })
    expect(bytes.length).toBeGreaterThan(0)
    // A picture that was deleted may come again.
    await staff.receipts.addPictures(lan, { code: one, files: [await photo('#445566')] })
    expect(files.stored.size).toBe(4)
    expect(await sweepAfter(0)).toBe(0)
  })
})
