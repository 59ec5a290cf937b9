import { redirect } from 'react-router'
import { usedUnitPath } from '#admin/addresses/paths.ts'
import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { usedUnits as contract, type UsedUnitList } from '#contracts/staff/trade/used-units.ts'

/** /noi-bo/may-cu: used devices. A scan that finds one device opens it. */
export const page = staffPage<UsedUnitList>({
  needs: 'usedUnits.usedUnits',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = filledQuery(searchParams)
    const input = contract.usedUnits.input.safeParse(query)
    const list = await services.usedUnits.usedUnits(actor, input.data ?? {})
    const [only, ...others] = list.rows
    const is_scan = /^\d{4,}$/.test(query['q'] ?? '') && Object.keys(query).length === 1
    if (is_scan && only && others.length === 0) throw redirect(usedUnitPath(only.imei_id))
    return list
  },
})
