import type { Address } from '#storefront/addresses/address.ts'

const personal = { layout: 'default', cache: 'personal', guard: 'check-member' } as const
/** The pages of a member (contract §1 Smember). */
export const member_addresses = {
  member: { path: '/smember', page: 'smember', ...personal },
  memberOrders: { path: '/smember/don-hang', page: 'smember/orders', ...personal },
  memberPoints: { path: '/smember/diem', page: 'smember/points', ...personal },
  memberTiers: { path: '/smember/hang-thanh-vien', page: 'smember/tiers', ...personal },
  memberVouchers: { path: '/smember/uu-dai', page: 'smember/vouchers', ...personal },
  memberWarranties: { path: '/smember/bao-hanh', page: 'smember/warranties', ...personal },
  memberBookings: { path: '/smember/lich-hen', page: 'smember/bookings', ...personal },
  memberTradeIns: { path: '/smember/thu-cu', page: 'smember/trade-ins', ...personal },
  memberLoans: { path: '/smember/tra-gop', page: 'smember/loans', ...personal },
  memberAddresses: { path: '/smember/dia-chi', page: 'smember/addresses', ...personal },
  memberCards: { path: '/smember/the', page: 'smember/cards', ...personal },
  memberProfile: { path: '/smember/tai-khoan', page: 'smember/profile', ...personal },
} as const satisfies Record<string, Address>
