import { default_province_id } from '#pure/default-province.ts'

let province_id = default_province_id
let isFrameStale = false

/** The province of the prices in this tab (browser only: the server reads the cookie). */
export function currentProvince(): number {
  return province_id
}

export function setCurrentProvince(next: number): void {
  if (next !== province_id) isFrameStale = true
  province_id = next
}

/** True once after the province changed. Then the data of the layout is loaded again. */
export function takeFrameStale(): boolean {
  const stale = isFrameStale
  isFrameStale = false
  return stale
}
