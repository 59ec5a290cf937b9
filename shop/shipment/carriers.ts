import { known_carriers } from '#shop/shipment/carriers/known-carriers.ts'

/** Who brings parcels without an interface: staff move them. */
export const manual_carriers = [
  { code: 'own', title: 'Shop tự giao' },
  { code: 'other', title: 'Hãng khác, tạo vận đơn ngoài' },
] as const

export function carrierTitle(code: string): string {
  return [...manual_carriers, ...known_carriers].find((one) => one.code === code)?.title ?? code
}
