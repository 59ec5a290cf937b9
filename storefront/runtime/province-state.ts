import { default_province_id } from '#pure/default-province.ts'

let province_id = default_province_id
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
