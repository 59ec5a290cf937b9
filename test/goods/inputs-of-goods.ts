import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Receipt } from '#contracts/staff/receipts.ts'
import type { Count } from '#contracts/staff/counts.ts'
import type { Transfer } from '#contracts/staff/transfers.ts'
import type { Unit } from '#contracts/staff/units.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { products, shops } from '#test/support/small-shop.ts'

interface World {
  db: Database
  staff: StaffServices
  actor: StaffActor
}

type Inputs = Readonly<Record<string, () => Promise<unknown>>>

function newImei(): string {
  const digits = `35${randomInt(1e11, 1e12 - 1)}`
  return digits + imeiCheckDigit(digits)
}

/** What to call each operation on units, receipts, transfers and counts with, so that it writes. */
export function inputsOfGoods(world: () => World): Inputs {
  return {
    ...inputsOfReceipts(world),
    ...inputsOfUnits(world),
    ...inputsOfTransfers(world),
    ...inputsOfCounts(world),
  }
}

async function skuOf({ db }: World, product_id: number): Promise<string> {
  const { rows } = await sql<{ sku: string }>`
    select sku from product where product_id = ${product_id}`.execute(db)
  return rows[0]?.sku ?? ''
}

const supplied = { supplier: 'Nhà phân phối A', shop_id: shops.first, invoice: 'HD-1' }

/** An open receipt with a line of one phone, whose IMEI is pasted. */
async function receipt(world: World): Promise<{ code: string; version: number; imei: string }> {
  const { db, staff, actor } = world
  await sql`update product set identified_by = 'imei' where product_id = ${products.rare}`.execute(
    db,
  )
  const { code } = await staff.receipts.createReceipt(actor, supplied)
  const imei = newImei()
  const line = { sku: await skuOf(world, products.rare), quantity: 1, cost: 1_000_000 }
  const seen = {
    code,
    version: ((await staff.receipts.receipt(actor, { code })) as Receipt).version,
  }
  const { version } = await staff.receipts.saveLine(actor, { ...seen, ...line, pasted: imei })
  return { code, version, imei }
}

function inputsOfReceipts(world: () => World): Inputs {
  const open = async () => {
    const { code, version } = await receipt(world())
    return { code, version }
  }
  const sku = () => skuOf(world(), products.rare)
  return {
    'receipts.createReceipt': async () => supplied,
    'receipts.saveLine': async () => ({ ...(await open()), sku: await sku(), quantity: 2 }),
    'receipts.removeLine': async () => ({ ...(await open()), sku: await sku() }),
    'receipts.receiveGoods': open,
    'receipts.closeReceipt': async () => ({ ...(await open()), reason: 'Không giao nữa' }),
    'receipts.addPictures': async () => ({ code: (await open()).code, files: [await photo()] }),
    'receipts.removePicture': async () => {
      const { staff, actor } = world()
      const { code } = await open()
      await staff.receipts.addPictures(actor, { code, files: [await photo()] })
      const { pictures } = (await staff.receipts.receipt(actor, { code })) as Receipt
      return { code, picture_id: pictures[0]?.picture_id, reason: 'Ảnh mờ' }
    },
  }
}

/** A unit on hand at the first shop. */
async function unit(world: World): Promise<Unit> {
  const { staff, actor } = world
  const { imei, ...seen } = await receipt(world)
  await staff.receipts.receiveGoods(actor, seen)
  return (await staff.units.unit(actor, { code: imei })) as Unit
}

function inputsOfUnits(world: () => World): Inputs {
  return {
    'units.moveUnit': async () => {
      const { unit_id } = await unit(world())
      return { unit_id, move: 'lock', reason: 'Mất hộp' }
    },
    'units.addPictures': async () => {
      return { code: (await unit(world())).code, files: [await photo()] }
    },
    'units.removePicture': async () => {
      const { staff, actor } = world()
      const { code } = await unit(world())
      await staff.units.addPictures(actor, { code, files: [await photo()] })
      const { pictures } = (await staff.units.unit(actor, { code })) as Unit
      return { code, picture_id: pictures[0]?.picture_id, reason: 'Nhầm máy' }
    },
    'units.correctCodes': async () => {
      const { unit_id, code: seen } = await unit(world())
      const codes = { imei1: newImei(), imei2: '', serial: '' }
      return { unit_id, seen, ...codes, reason: 'Gõ nhầm' }
    },
  }
}

/** A draft, or a sent transfer, of one unit from the first shop to the second. */
async function transfer(world: World, state: 'draft' | 'sent') {
  const { staff, actor } = world
  const { code: scan } = await unit(world)
  const places = { from_shop_id: shops.first, to_shop_id: shops.second }
  const { code } = await staff.transfers.createTransfer(actor, places)
  await staff.transfers.addToTransfer(actor, { code, scan, quantity: 1 })
  const seen = async () => {
    const found = (await staff.transfers.transfer(actor, { code })) as Transfer
    return { code, version: found.version }
  }
  if (state === 'sent') await staff.transfers.sendTransfer(actor, await seen())
  return { seen: await seen(), scan }
}

function inputsOfTransfers(world: () => World): Inputs {
  const draft = async () => (await transfer(world(), 'draft')).seen
  const sent = async () => (await transfer(world(), 'sent')).seen
  return {
    'transfers.createTransfer': async () => {
      return { from_shop_id: shops.first, to_shop_id: shops.second }
    },
    'transfers.addToTransfer': async () => {
      const { code } = await draft()
      return { code, scan: (await unit(world())).code, quantity: 1 }
    },
    'transfers.removeFromTransfer': async () => {
      const { seen, scan } = await transfer(world(), 'draft')
      return { ...seen, scan }
    },
    'transfers.sendTransfer': draft,
    'transfers.cancelDraft': draft,
    'transfers.receiveScan': async () => {
      const { seen, scan } = await transfer(world(), 'sent')
      return { code: seen.code, scan, quantity: 1 }
    },
    'transfers.settleTransfer': async () => {
      return { ...(await sent()), where: 'sender', reason: 'Xe quay lại' }
    },
    'transfers.writeOffTransfer': async () => ({ ...(await sent()), reason: 'Mất trên đường' }),
  }
}

/** An open count of the first shop, with one code that was scanned; closed if wanted. */
async function count(world: World, state: 'open' | 'closed') {
  const { staff, actor } = world
  const { code: scan } = await unit(world)
  const { code } = await staff.counts.createCount(actor, { shop_id: shops.first })
  await staff.counts.scanCount(actor, { code, scan, quantity: 1 })
  const seen = async () => {
    const found = (await staff.counts.count(actor, { code })) as Count
    return { code, version: found.version }
  }
  if (state === 'closed') await staff.counts.closeCount(actor, await seen())
  return seen()
}

function inputsOfCounts(world: () => World): Inputs {
  return {
    'counts.createCount': async () => ({ shop_id: shops.first }),
    'counts.scanCount': async () => {
      const { code } = await count(world(), 'open')
      return { code, scan: (await unit(world())).code, quantity: 1 }
    },
    'counts.recount': () => count(world(), 'closed'),
    'counts.closeCount': () => count(world(), 'open'),
    'counts.cancelCount': () => count(world(), 'open'),
    'counts.approveCount': () => count(world(), 'closed'),
  }
}
