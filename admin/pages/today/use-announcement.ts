import { useEffect, useRef, useState } from 'react'
import { countText } from '#admin/kit/count-text.ts'
import { kinds } from '#admin/pages/today/tile-kinds.ts'
import type { Tile } from '#contracts/staff/today.ts'

/** Screen readers hear of new work at most this often, whatever came in between. */
const quiet_ms = 20_000

/** What a screen reader reads when more work waits than before. Work that is done is not announced. */
export function useAnnouncement(tiles: readonly Tile[]): string {
  const [announced, setAnnounced] = useState('')
  const known = useRef(tiles)
  const last_at = useRef(-quiet_ms)
  useEffect(() => {
    const grown = grownOf(known.current, tiles)
    if (grown.length === 0) {
      known.current = tiles
      return
    }
    const timer = setTimeout(
      () => {
        known.current = tiles
        last_at.current = performance.now()
        setAnnounced(
          grown.map((tile) => `${kinds[tile.kind].title}: ${countText(tile)}`).join('. '),
        )
      },
      Math.max(0, last_at.current + quiet_ms - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [tiles])
  return announced
}

function grownOf(before: readonly Tile[], after: readonly Tile[]): Tile[] {
  const counts = new Map(before.map(({ kind, count }) => [kind, count]))
  return after.filter(({ kind, count }) => count > (counts.get(kind) ?? 0))
}
