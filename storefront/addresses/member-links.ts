import { type Query, withQuery } from '#storefront/addresses/with-query.ts'
import { member_addresses } from '#storefront/addresses/member.ts'

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
