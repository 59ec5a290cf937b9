import { redirect } from 'react-router'
import { unitPath } from '#admin/addresses/paths.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { units as contract, type UnitList } from '#contracts/staff/units.ts'

/** /noi-bo/imei: units with an IMEI or a serial number. A scan that finds one unit opens it. */
export const page = staffPage<UnitList>({
  needs: 'units.units',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = Object.fromEntries(searchParams)
    const input = contract.units.input.safeParse(query)
    const list = await services.units.units(actor, input.data ?? {})
    const is_search = Object.entries(query).every(([name, value]) => name === 'q' || value === '')
    const [only, ...others] = list.rows
    if (query['q'] && is_search && only && others.length === 0) throw redirect(unitPath(only.code))
    return list
  },
})
