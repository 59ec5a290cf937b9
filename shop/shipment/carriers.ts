import { known_carriers } from '#shop/shipment/carriers/known-carriers.ts'

/** Who brings parcels without an interface: staff move them. */
export const manual_carriers = [
  { code: 'own', title: 'Shop tự giao' },
  { code: 'other', title: 'Hãng khác, tạo vận đơn ngoài' },
] as const

/** Everybody who brings parcels. */
export const all_carriers: readonly { code: string; title: string }[] = [
  ...known_carriers.map(({ code, title }) => ({ code, title })),
  ...manual_carriers,
]

export function carrierTitle(code: string): string {
  return all_carriers.find((one) => one.code === code)?.title ?? code
}
