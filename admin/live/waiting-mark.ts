import { createHash } from 'node:crypto'
import type { Tile } from '#contracts/staff/today.ts'

/** Names a state of what waits, without telling it: two equal marks mean that nothing has changed. */
export function waitingMark(tiles: readonly Tile[]): string {
  return createHash('sha256').update(JSON.stringify(tiles)).digest('base64url').slice(0, 16)
}
