import { account_addresses } from '#storefront/addresses/account.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import { content_addresses } from '#storefront/addresses/content.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'
import { location_addresses } from '#storefront/addresses/location.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import { sign_in_addresses } from '#storefront/addresses/sign-in.ts'
import { search_addresses } from '#storefront/addresses/search.ts'
import { talk_addresses } from '#storefront/addresses/talk.ts'
import { trade_in_addresses } from '#storefront/addresses/trade-in.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { used_addresses } from '#storefront/addresses/used.ts'

/** Every address of the shop, for code that needs them all, such as the router. Links import their area's file. */
export const addresses = {
  ...content_addresses,
  ...search_addresses,
  ...location_addresses,
  ...repair_addresses,
  ...used_addresses,
  ...catalog_addresses,
  ...talk_addresses,
  ...cart_addresses,
  ...booking_addresses,
  ...trade_in_addresses,
  ...loan_addresses,
  ...tool_addresses,
  ...member_addresses,
  ...account_addresses,
  ...sign_in_addresses,
}
