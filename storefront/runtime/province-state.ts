/** Of TP.HCM: prices are shown for it until the shopper chooses (spec §9). */
export const DEFAULT_PROVINCE_ID = 30

let province_id = DEFAULT_PROVINCE_ID
let isFrameStale = false

/** The province that this tab shows prices for (browser only: the server reads the cookie). */
export function currentProvince(): number {
  return province_id
}

export function setCurrentProvince(next: number): void {
  if (next !== province_id) isFrameStale = true
  province_id = next
}

/** True once after the province changed: then the frame's data is asked for again. */
export function takeFrameStale(): boolean {
  const stale = isFrameStale
  isFrameStale = false
  return stale
}
