import {
  type FileFormat,
  files as contract,
  type ListFile,
  see_phones_in_files,
} from '#contracts/staff/files.ts'
import { KeyMutex } from '#platform/jobs/key-mutex.ts'
import { covers, mayCall, type Reach, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { list_sources } from '#shop/flows/staff/files/list-sources.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { endExport, insertExport } from '#shop/change-log/list-export-store.ts'

interface AskedFile {
  list: ListFile
  format: FileFormat
  query: string
}

interface Options {
  max_rows: number
}

/** Lists as files, for staff (decision 152). */
export function fileStaffService(
  deps: StaffFlowDeps,
  { max_rows }: Options = { max_rows: 200_000 },
): Service<typeof contract> {
  const turns = new KeyMutex<'files'>()
  // Ten people who take out long lists take no more of the database than one.
  const inTurn = <Rows>(read: () => Promise<Rows>) => turns.run('files', read)
  const takeOut = async (
    operation: 'customerFile' | 'officeFile',
    actor: StaffActor,
    asked: AskedFile,
  ) => {
    const source = list_sources[asked.list]
    const reach = sharedReach(reachOf(contract[operation], actor), reachOf(source.operation, actor))
    // A list of all shops alone cannot be narrowed to one's own.
    const is_narrowed = reach.is_everything || source.operation.scopes.includes('shops')
    if (!mayCall(source.operation, actor) || !is_narrowed) {
      throw contract[operation].refuse('list_not_found')
    }
    const query = Object.fromEntries(new URLSearchParams(asked.query))
    const is_full = covers(see_phones_in_files, actor, {})
    const act = { actor, operation: `files.${operation}` } as const
    const { q = '', page: _page, ...filters } = query
    const list_export_id = await deps.write(act, (tx) =>
      insertExport(tx, {
        staff_name: actor.name,
        list: asked.list,
        format: asked.format,
        filters: new URLSearchParams(filters).toString().slice(0, 1_000),
        has_search: q.trim() !== '',
        is_masked: !is_full,
        started_at: deps.now(),
      }),
    )
    const parts = source.parts({ deps, inTurn, actor, reach, query, is_full })
    let is_cut = false
    const rows = counted(parts, max_rows, async (row_count, state) => {
      is_cut = state === 'cut'
      const ending = { state, row_count, ended_at: deps.now() }
      await deps.write(act, (tx) => endExport(tx, list_export_id, ending))
      deps.log.info(
        { staff: actor.name, list: asked.list, row_count, state },
        'staff took out a list',
      )
    })
    return { rows, max_rows, isCut: () => is_cut }
  }
  return {
    customerFile: (actor, asked) => takeOut('customerFile', actor, asked),
    officeFile: (actor, asked) => takeOut('officeFile', actor, asked),
  }
}

type End = (row_count: number, state: 'done' | 'cut' | 'stopped') => Promise<void>

/** Passes on at most `max_rows` rows, and says how many there were even if the reader went away. */
async function* counted(
  parts: AsyncIterable<readonly object[]>,
  max_rows: number,
  end: End,
): AsyncGenerator<readonly object[]> {
  let row_count = 0
  let state: Parameters<End>[1] = 'stopped'
  try {
    for await (const part of parts) {
      const rest = max_rows - row_count
      const rows = part.slice(0, rest)
      row_count += rows.length
      yield rows
      if (part.length > rest) {
        state = 'cut'
        return
      }
    }
    state = 'done'
  } finally {
    await end(row_count, state)
  }
}

/** What lies within both reaches. Rows of one's shops that only the other grants as assigned are left out. */
function sharedReach(one: Reach, other: Reach): Reach {
  if (one.is_everything) return other
  if (other.is_everything) return one
  return {
    is_everything: false,
    shops: one.shops.filter((shop_id) => other.shops.includes(shop_id)),
    staff_id: one.staff_id === other.staff_id ? one.staff_id : null,
  }
}
