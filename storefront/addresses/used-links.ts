import { used_addresses } from '#storefront/addresses/used.ts'

/** The page of one device. */
export function devicePath(imei_id: number): string {
  return `${used_addresses.used.path}/${imei_id}`
}
