import { known_carriers } from '#shop/shipment/carriers/known-carriers.ts'

/** Carriers without an interface: staff move their parcels by hand. */
export const manual_carriers = [
  { code: 'own', title: 'Shop tự giao' },
  { code: 'other', title: 'Hãng khác, tạo vận đơn ngoài' },
] as const

/** All carriers, with and without an interface. */
export const all_carriers: readonly { code: string; title: string }[] = [
  ...known_carriers.map(({ code, title }) => ({ code, title })),
  ...manual_carriers,
]

export function carrierTitle(code: string): string {
  return all_carriers.find((one) => one.code === code)?.title ?? code
}
