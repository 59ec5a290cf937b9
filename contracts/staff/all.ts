import { account } from '#contracts/staff/account.ts'
import { carriers } from '#contracts/staff/carriers.ts'
import { changes } from '#contracts/staff/changes.ts'
import { counts } from '#contracts/staff/counts.ts'
import { bulk } from '#contracts/staff/orders/bulk.ts'
import { calls } from '#contracts/staff/calls.ts'
import { customers } from '#contracts/staff/customers.ts'
import { erasures } from '#contracts/staff/members/erasures.ts'
import { files } from '#contracts/staff/files.ts'
import { find } from '#contracts/staff/find.ts'
import { cod } from '#contracts/staff/cod.ts'
import { drafts } from '#contracts/staff/orders/drafts.ts'
import { delivery } from '#contracts/staff/delivery.ts'
import { codMoney } from '#contracts/staff/cod-money.ts'
import { gateways } from '#contracts/staff/gateways.ts'
import { orderSources } from '#contracts/staff/orders/order-sources.ts'
import { orderTags } from '#contracts/staff/orders/order-tags.ts'
import { orders } from '#contracts/staff/orders.ts'
import { outbox } from '#contracts/staff/outbox.ts'
import { lostParcels } from '#contracts/staff/orders/lost-parcels.ts'
import { parcels } from '#contracts/staff/parcels.ts'
import { cards } from '#contracts/staff/members/cards.ts'
import { landingPages } from '#contracts/staff/offers/landing-pages.ts'
import { articles } from '#contracts/staff/offers/articles.ts'
import { messageCampaigns } from '#contracts/staff/offers/message-campaigns.ts'
import { banners } from '#contracts/staff/offers/banners.ts'
import { popups } from '#contracts/staff/offers/popups.ts'
import { redirectRules } from '#contracts/staff/offers/redirects.ts'
import { games } from '#contracts/staff/offers/games.ts'
import { flashSales } from '#contracts/staff/offers/flash-sales.ts'
import { loyalty } from '#contracts/staff/members/loyalty.ts'
import { orderGoods, orderShop } from '#contracts/staff/order-changes.ts'
import { orderParts } from '#contracts/staff/orders/order-parts.ts'
import { shopReservations } from '#contracts/staff/trade/shop-reservations.ts'
import { bookings } from '#contracts/staff/orders/bookings.ts'
import { repairSettings } from '#contracts/staff/orders/repair-settings.ts'
import { tickets } from '#contracts/staff/orders/tickets.ts'
import { lenders, loans } from '#contracts/staff/trade/loans.ts'
import { usedUnits } from '#contracts/staff/trade/used-units.ts'
import { people } from '#contracts/staff/people.ts'
import { type Permission, permission_names } from '#contracts/staff/permissions.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import { receipts } from '#contracts/staff/receipts.ts'
import { recipients } from '#contracts/staff/recipients.ts'
import { reconciliation } from '#contracts/staff/reconciliation.ts'
import { refundRequests } from '#contracts/staff/refund-requests.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { returnExchanges } from '#contracts/staff/return-exchanges.ts'
import { returnRules } from '#contracts/staff/return-rules.ts'
import { returns } from '#contracts/staff/returns.ts'
import { roles } from '#contracts/staff/roles.ts'
import { stock } from '#contracts/staff/stock.ts'
import { today } from '#contracts/staff/today.ts'
import { samePerson } from '#contracts/staff/members/same-person.ts'
import { talk } from '#contracts/staff/members/talk.ts'
import { tradeOffice } from '#contracts/staff/trade/trade-office.ts'
import { tradeIns } from '#contracts/staff/trade/trade-ins.ts'
import { transfers } from '#contracts/staff/transfers.ts'
import { units } from '#contracts/staff/units.ts'
import { views } from '#contracts/staff/views.ts'
import type { Service } from '#pure/contract.ts'

type StaffOperation =
  | { access: 'staff'; permission: Permission }
  | { access: 'staff_self'; permission: null }

/**
 * All services for staff. The pages of admin/ call them within the process. They are not served over
 * HTTP, so they have no URL and are not in the API documents.
 */
export const staffServices = {
  today,
  orders,
  drafts,
  recipients,
  orderGoods,
  orderParts,
  orderShop,
  orderTags,
  parcels,
  lostParcels,
  pickups,
  bookings,
  tickets,
  repairSettings,
  talk,
  loans,
  lenders,
  tradeIns,
  tradeOffice,
  shopReservations,
  usedUnits,
  bulk,
  calls,
  customers,
  samePerson,
  erasures,
  files,
  find,
  reconciliation,
  refunds,
  refundRequests,
  returnExchanges,
  returns,
  returnRules,
  loyalty,
  flashSales,
  landingPages,
  articles,
  orderSources,
  popups,
  banners,
  messageCampaigns,
  redirectRules,
  games,
  cards,
  gateways,
  carriers,
  cod,
  delivery,
  codMoney,
  outbox,
  stock,
  units,
  receipts,
  transfers,
  counts,
  people,
  roles,
  changes,
  account,
  views,
} as const satisfies Record<string, Readonly<Record<string, StaffOperation>>>

/** All staff services, as the staff pages call them. */
export type StaffServices = {
  [Name in keyof typeof staffServices]: Service<(typeof staffServices)[Name]>
}

/** The name of a staff operation with its service: "refunds.refunds". */
export type StaffOperationName = {
  [Name in keyof StaffServices]: `${Name}.${keyof StaffServices[Name] & string}`
}[keyof StaffServices]

/** All permissions that a role can give. */
export const permissions: ReadonlySet<string> = new Set(Object.keys(permission_names))
