import { hmacHex } from '#platform/http/signature.ts'
import { type KeySource, ownKey } from '#platform/files/own-key.ts'
import { networkOf } from '#platform/limits/rate-limit-address.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

/** The hash of the network of a client on the day of `now`; null: its address says nothing about it. */
export type NetworkHash = (ip: string | undefined, now: Date) => string | null

/**
 * Hashes networks with a key of the shop: the few networks there are could be tried. The day is hashed too, so the
 * hashes of two days cannot be linked.
 */
export function openNetworkHash(source: KeySource): NetworkHash {
  const key = ownKey(source, 'order-networks')
  return (ip, now) => {
    const network = ip === undefined ? null : networkOf(ip)
    return network && hmacHex(key, `${vietnamDay(now)} ${network}`)
  }
}
