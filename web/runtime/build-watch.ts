/** Carries the id of the build that answered, on every answer of /_data. */
export const BUILD_HEADER = 'x-build-id'

/** contract §9. */
const CHECK_EVERY_MS = 3_600_000

let own_id: string | null = null
let is_stale = false
let isLeaving = () => false

/** The build this tab was opened with, and how to know that it is on its way to another page. */
export function setBuild(id: string, leaving: () => boolean): void {
  own_id = id
  isLeaving = leaving
}

/** Notes which build is being served now. A tab of another build stays as it is until it moves on. */
export function noteBuild(id: string | null): void {
  if (id !== null && own_id !== null && id !== own_id) is_stale = true
}

/** True when the shop was updated and the page is being left: the next page is loaded whole (contract §4). */
export function wantsFullLoad(): boolean {
  return is_stale && isLeaving()
}

/** Asks once an hour which build is being served (contract §4, §9); offline it just asks again later. */
export function watchBuild(): void {
  setInterval(() => void check(), CHECK_EVERY_MS)
}

async function check(): Promise<void> {
  try {
    const response = await fetch(`/build.json?${Date.now()}`)
    if (response.ok) noteBuild(((await response.json()) as { id: string }).id)
  } catch {
    // Nobody answered: what is open goes on as it is.
  }
}
