import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { shops } from '#test/support/small-shop.ts'

interface World {
  db: Database
  staff: StaffServices
  actor: StaffActor
}

let last = 500

const passport = {
  ...{ grade: 'scratched', owner_count: 1, replaced_parts: 'Pin', tests: 'Camera: đạt' },
  ...{ condition_notes: '', accessories: 'Máy', warranty_months: 6 },
}

/** What to call the operations of used devices with, so that they write. */
export function inputsOfUsed(world: () => World): Record<string, () => Promise<unknown>> {
  const offered = async () => {
    last += 1
    const { imei_id } = await offerUsed(world().db, usedPhone(last))
    return { imei_id, version: 0 }
  }
  const withPicture = async () => {
    const { staff, actor } = world()
    const { imei_id } = await offered()
    await staff.usedUnits.addPictures(actor, { code: String(imei_id), files: [await photo()] })
    return imei_id
  }
  return {
    'usedUnits.addUsedUnit': async () => {
      last += 1
      const { codes } = usedPhone(last)
      return { sku: 'SKU-11', codes: codes.imei1, shop_id: shops.first, ...passport }
    },
    'usedUnits.describeUsedUnit': async () => ({ ...(await offered()), ...passport }),
    'usedUnits.priceUsedUnit': async () => ({
      ...(await offered()),
      ...{ price: 11_000_000, reason: 'Để lâu' },
    }),
    'usedUnits.withdrawUsedUnit': async () => ({ ...(await offered()), reason: 'Lỗi loa' }),
    'usedUnits.offerUsedUnit': async () => {
      const imei_id = await withPicture()
      await sql`update used_unit set state = 'withdrawn' where imei_id = ${imei_id}`.execute(
        world().db,
      )
      return { imei_id, version: 0, price: 11_500_000 }
    },
    'usedUnits.addPictures': async () => {
      const { imei_id } = await offered()
      return { code: String(imei_id), files: [await photo()] }
    },
    'usedUnits.removePicture': async () => {
      const { staff, actor } = world()
      const imei_id = await withPicture()
      const { pictures } = await staff.usedUnits.usedUnit(actor, { imei_id })
      return { code: String(imei_id), picture_id: pictures[0]?.picture_id, reason: 'Ảnh mờ' }
    },
  }
}
