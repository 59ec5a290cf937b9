import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'
import type { ApplicationState } from '#contracts/storefront/trade/application.ts'
import type { ApplicationActor } from '#shop/trade/application/application-states.ts'

interface NewEvent {
  application_id: number
  state: ApplicationState
  move: string
  actor: ApplicationActor
  staff_name: string | null
  staff_id?: StaffId | null
}

export async function insertApplicationEvent(tx: Tx, event: NewEvent, happened_at: Date) {
  await tx
    .insertInto('application_event')
    .values({ ...event, happened_at })
    .execute()
}

/** Who of the staff made this move last; null: somebody else made it. */
export async function findStaffOfMove(
  db: Database,
  application_id: number,
  move: string,
): Promise<StaffId | null> {
  const row = await db
    .selectFrom('application_event')
    .select('staff_id')
    .where('application_id', '=', application_id)
    .where('move', '=', move)
    .orderBy('application_event_id', 'desc')
    .executeTakeFirst()
  return row?.staff_id ?? null
}

/** The history of applications, the oldest first. */
export async function findApplicationEvents(db: Database, application_ids: readonly number[]) {
  return db
    .selectFrom('application_event')
    .select(['application_id', 'state', 'move', 'actor', 'staff_name', 'happened_at'])
    .where('application_id', 'in', [0, ...application_ids])
    .orderBy('application_event_id')
    .execute()
}
