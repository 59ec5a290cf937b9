import type { DeviceKind, RepairCard, RepairKind } from '#contracts/storefront/repair.ts'

/** The repairs of one model. */
export interface RepairModel {
  name: string
  brand: string
  services: Pick<RepairCard, 'path' | 'part_name' | 'price'>[]
}

export interface HubData {
  device_kind: DeviceKind
  kinds: RepairKind[]
  /** The text of the search field. */
  q: string
  /** The chosen kind of repair, with its prices by model. */
  priced: { kind: RepairKind; cards: RepairCard[] } | null
  models: RepairModel[]
}
