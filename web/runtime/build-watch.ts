/** The response header of /_data with the id of the build that the server runs. */
export const BUILD_HEADER = 'x-build-id'

/** contract §9. */
const CHECK_EVERY_MS = 3_600_000

let own_id: string | null = null
let is_stale = false
let isLeaving = () => false

/** Sets the build that this tab was opened with. `leaving` says whether the tab is loading another page. */
export function setBuild(id: string, leaving: () => boolean): void {
  own_id = id
  isLeaving = leaving
}

/** Notes the build that the server runs now. A tab of another build stays as it is until it leaves the page. */
export function noteBuild(id: string | null): void {
  if (id !== null && own_id !== null && id !== own_id) is_stale = true
}

/** The next page is a full load in any case: this one has permissions that others must not get (decision 237). */
export function leaveByFullLoad(): void {
  is_stale = true
}

/** True if the shop was updated and this tab is changing the page. Then the next page is a full load (contract §4). */
export function wantsFullLoad(): boolean {
  return is_stale && isLeaving()
}

/** Checks once an hour which build the server runs (contract §4, §9). A failed check is repeated an hour later. */
export function watchBuild(): void {
  setInterval(() => void check(), CHECK_EVERY_MS)
}

async function check(): Promise<void> {
  try {
    const response = await fetch(`/build.json?${Date.now()}`, {
      signal: AbortSignal.timeout(10_000),
    })
    if (response.ok) noteBuild(((await response.json()) as { id: string }).id)
  } catch {
    // No response: the open page stays as it is.
  }
}
