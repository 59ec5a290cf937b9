import { thing_titles, thingOf } from '#admin/pages/changes/change-texts.ts'
import { type HistoryEntry, inWords } from '#admin/pages/changes/history-of.ts'
import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { changes as contract, type ChangeList } from '#contracts/staff/changes.ts'

/** An entry in words, with the thing that it is about. */
export interface ListedEntry extends HistoryEntry {
  about: string
}

export interface ChangesData extends Pick<ChangeList, 'has_next' | 'people'> {
  rows: ListedEntry[]
  /** The values of the filter by thing. */
  things: { value: string; title: string }[]
}

/** /noi-bo/nhat-ky: everything that staff have changed. */
export const page = staffPage<ChangesData>({
  needs: 'changes.list',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = filledQuery(searchParams)
    const input = contract.list.input.safeParse(query).data ?? {}
    const { rows, ...list } = await services.changes.list(actor, input)
    return {
      ...list,
      rows: rows.map((entry) => ({ ...inWords(entry), about: thingOf(entry) })),
      things: Object.entries(thing_titles).map(([value, title]) => ({ value, title })),
    }
  },
})
