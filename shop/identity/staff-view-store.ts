import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'

interface ViewRow {
  staff_view_id: number
  staff_id: StaffId
  list: string
  query: string
  name: string
  is_team: boolean
  saved_by: string
}

/** The views of a member of staff, and those of the team. */
export async function findViews(db: Database, staff_id: StaffId): Promise<ViewRow[]> {
  return db
    .selectFrom('staff_view')
    .innerJoin('staff', 'staff.staff_id', 'staff_view.staff_id')
    .select(['staff_view_id', 'staff_view.staff_id', 'list', 'query', 'staff_view.name', 'is_team'])
    .select('staff.name as saved_by')
    .where((where) =>
      where.or([where('staff_view.staff_id', '=', staff_id), where('is_team', '=', true)]),
    )
    .orderBy('is_team')
    .orderBy('staff_view_id')
    .execute()
}

/** Locks the account until the transaction ends. False: there is no such account. */
export async function lockStaff(tx: Tx, staff_id: StaffId): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '=', staff_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The number of views that a member of staff has saved. */
export async function countViews(tx: Tx, staff_id: StaffId): Promise<number> {
  const { count } = await tx
    .selectFrom('staff_view')
    .select((select) => select.fn.countAll().as('count'))
    .where('staff_id', '=', staff_id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Saves a view. Null: another one of the same person has its name in this list. */
export async function insertView(
  tx: Tx,
  view: Pick<ViewRow, 'staff_id' | 'list' | 'query' | 'name' | 'is_team'>,
): Promise<number | null> {
  const row = await tx
    .insertInto('staff_view')
    .values(view)
    .onConflict((conflict) => conflict.columns(['staff_id', 'list', 'name']).doNothing())
    .returning('staff_view_id')
    .executeTakeFirst()
  return row?.staff_view_id ?? null
}

/** Renames a view of the member of staff. */
export async function updateViewName(
  tx: Tx,
  { staff_view_id, staff_id, name }: Pick<ViewRow, 'staff_view_id' | 'staff_id' | 'name'>,
): Promise<void> {
  await tx
    .updateTable('staff_view')
    .set({ name })
    .where('staff_view_id', '=', staff_view_id)
    .where('staff_id', '=', staff_id)
    .execute()
}

/** Removes a view of the member of staff. False: they have no such view. */
export async function deleteView(
  tx: Tx,
  { staff_view_id, staff_id }: Pick<ViewRow, 'staff_view_id' | 'staff_id'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_view')
    .where('staff_view_id', '=', staff_view_id)
    .where('staff_id', '=', staff_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
