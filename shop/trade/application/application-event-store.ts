import type { Database, Tx } from '#db/schema.ts'
import type { ApplicationState } from '#contracts/storefront/trade/application.ts'
import type { ApplicationActor } from '#shop/trade/application/application-states.ts'

interface NewEvent {
  application_id: number
  state: ApplicationState
  move: string
  actor: ApplicationActor
  staff_name: string | null
}

export async function insertApplicationEvent(tx: Tx, event: NewEvent, happened_at: Date) {
  await tx
    .insertInto('application_event')
    .values({ ...event, happened_at })
    .execute()
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
