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
