import type { Address } from '#storefront/addresses/address.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

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
  memberAddresses: { path: '/smember/dia-chi', page: 'smember/addresses', ...personal },
  memberCards: { path: '/smember/the', page: 'smember/cards', ...personal },
  memberProfile: { path: '/smember/tai-khoan', page: 'smember/profile', ...personal },
} as const satisfies Record<string, Address>

/** The data of a member as a file. No page. */
export const member_data_path = '/smember/du-lieu'

/** Where pictures of a member's card are sent. No page. */
export const card_pictures_path = '/smember/the/anh'

/** The cards of a member, with the form for one kind. */
export function memberCardsUrl(more: Query = {}): string {
  return withQuery(member_addresses.memberCards.path, more)
}

/** Where the pictures of a request are sent. */
export function cardPicturesUrl(card_id: number): string {
  return withQuery(card_pictures_path, { phieu: card_id })
}

/** The list of a member's orders: a tab, a page. */
export function memberOrdersUrl(more: Query = {}): string {
  return withQuery(member_addresses.memberOrders.path, more)
}

/** The address book, with one address open to be changed. */
export function memberAddressUrl(address_id?: number): string {
  return withQuery(member_addresses.memberAddresses.path, { sua: address_id })
}
