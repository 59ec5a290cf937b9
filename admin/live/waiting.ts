import { createHash } from 'node:crypto'
import type { Waiting } from '#admin/kit/frame-data.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Tile } from '#contracts/staff/today.ts'
import type { StaffActor } from '#pure/contract.ts'

/** What waits for a member of staff now, for "Hôm nay" and the menu. */
export async function waitingNow(
  { today }: Pick<StaffServices, 'today'>,
  actor: StaffActor,
): Promise<Waiting> {
  const tiles = await today.waiting(actor, {})
  return { tiles, mark: waitingMark(tiles), now: Date.now() }
}

/** Names a state of what waits, without telling it: two equal marks mean that nothing has changed. */
export function waitingMark(tiles: readonly Tile[]): string {
  return createHash('sha256').update(JSON.stringify(tiles)).digest('base64url').slice(0, 16)
}
