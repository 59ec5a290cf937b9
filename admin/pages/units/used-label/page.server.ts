import { usedIdOf } from '#admin/pages/units/used-id.ts'
import { staffPage } from '#admin/runtime/page.ts'
import type { UsedUnitPage } from '#contracts/staff/trade/used-units.ts'

/** /noi-bo/may-cu/:code/tem: the label for the shelf, to print. */
export const page = staffPage<UsedUnitPage>({
  needs: 'usedUnits.usedUnit',
  loader: ({ services, actor, params }) =>
    services.usedUnits.usedUnit(actor, { imei_id: usedIdOf(params) }),
})
