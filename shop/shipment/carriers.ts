/** Who brings parcels. A carrier with an interface of its own gets a file in shop/shipment/carriers/. */
export const carriers = [
  { code: 'own', title: 'Shop tự giao' },
  { code: 'other', title: 'Hãng khác, tạo vận đơn ngoài' },
] as const

export function carrierTitle(code: string): string {
  return carriers.find((carrier) => carrier.code === code)?.title ?? code
}
