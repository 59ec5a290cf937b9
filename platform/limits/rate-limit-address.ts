import { BlockList, isIP } from 'node:net'

const not_a_shopper = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  not_a_shopper.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  not_a_shopper.addSubnet(net, bits, 'ipv6')
}

/**
 * The address under which a client is counted: the IPv4 address, or the IPv6 network of 64 bits, which is one
 * household. Null for an address of this machine or its network: that is a proxy which TRUST_PROXY does not
 * name, and all clients behind it would be counted together.
 */
export function countedAddress(ip: string): string | null {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  const kind = isIP(address)
  if (kind === 0) return null
  if (not_a_shopper.check(address, kind === 4 ? 'ipv4' : 'ipv6')) return null
  return kind === 4 ? address : network64(address)
}

/**
 * The network that a client is in: 24 bits of an IPv4 address, 48 of an IPv6 address, which is one site or one group of
 * customers of a provider. Null as for `countedAddress`.
 */
export function networkOf(ip: string): string | null {
  const address = countedAddress(ip)
  if (address === null) return null
  if (address.includes(':')) return `${address.split(':').slice(0, 3).join(':')}::/48`
  return `${address.split('.').slice(0, 3).join('.')}.0/24`
}

function network64(address: string): string {
  const [front = '', back = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = front === '' ? [] : front.split(':')
  const after = back === '' ? [] : back.split(':')
  const zeros = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
