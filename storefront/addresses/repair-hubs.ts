import type { DeviceKind } from '#contracts/storefront/repair.ts'
import { repair_hub_pages } from '#pure/formats/repair-hubs.ts'

/** A hub for each kind of device. Apart from the addresses, because every page of the shop loads those. */
export const repair_hubs: Readonly<Record<DeviceKind, { path: string; name: string }>> =
  repair_hub_pages
