import { redirect } from 'react-router'
import { foundPath } from '#admin/pages/find/found-path.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { find as contract, type FoundGroup } from '#contracts/staff/find.ts'

export interface FindData {
  q: string
  groups: FoundGroup[]
  now: number
}

/** /noi-bo/tim: what the search box finds. A search or a scan that finds one thing opens it. */
export const page = staffPage<FindData>({
  needs: 'find.find',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.find.input.safeParse({ q: searchParams.get('q') ?? '' })
    const { q = '' } = input.data ?? {}
    const groups = await services.find.find(actor, { q })
    const [only, other] = groups.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })))
    const path = only && other === undefined ? foundPath(only.kind, only.row) : null
    if (path !== null) throw redirect(path, 303)
    return { q, groups, now: Date.now() }
  },
})
