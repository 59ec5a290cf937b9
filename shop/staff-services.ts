import { type StaffServices, staffServices as contracts } from '#contracts/staff/all.ts'
import { staffSignIn } from '#contracts/staff/sign-in.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { guardedService } from '#pure/guarded-service.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import type { CardFiles } from '#shop/card/card-pictures.ts'
import { openStaffWrites } from '#shop/change-log/write-as-staff.ts'
import { passkeySite } from '#shop/identity/passkey.ts'
import type { PasswordHasher } from '#shop/identity/password-hasher.ts'
import { rolesStaffService } from '#shop/identity/roles-staff.ts'
import { confirmSecondStep, type SecondStepProof } from '#shop/identity/staff-second-step.ts'
import { staffSignInService } from '#shop/identity/staff-sign-in.ts'
import type { OpenCarriers } from '#shop/shipment/carriers/open-carriers.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { accountStaffService } from '#shop/flows/staff/account-staff.ts'
import { changesStaffService } from '#shop/flows/staff/changes-staff.ts'
import { countStaffService } from '#shop/flows/staff/count-staff.ts'
import { bulkStaffService } from '#shop/flows/staff/bulk/bulk-staff.ts'
import { bulkJob } from '#shop/flows/staff/bulk/run-bulk-jobs.ts'
import { carrierStaffService } from '#shop/flows/shipment/carrier-staff.ts'
import { callStaffService } from '#shop/flows/staff/orders/call-staff.ts'
import { codMoneyStaffService } from '#shop/flows/shipment/cod-money-staff.ts'
import { codStaffService } from '#shop/flows/staff/cod-staff.ts'
import { deliveryStaffService } from '#shop/flows/staff/delivery-staff.ts'
import { draftStaffService } from '#shop/flows/staff/drafts/draft-staff.ts'
import { erasureStaffService } from '#shop/flows/staff/customers/erasure-staff.ts'
import { fileStaffService } from '#shop/flows/staff/files/file-staff.ts'
import { gatewayStaffService } from '#shop/flows/staff/gateway-staff.ts'
import { customerStaffService } from '#shop/flows/staff/customers/customer-staff.ts'
import { orderGoodsStaffService } from '#shop/flows/staff/orders/order-goods-staff.ts'
import { orderPartsStaffService } from '#shop/flows/staff/orders/parts/order-parts-staff.ts'
import { orderShopStaffService } from '#shop/flows/staff/orders/order-shop-staff.ts'
import { orderStaffService } from '#shop/flows/staff/orders/order-staff.ts'
import { tagStaffService } from '#shop/flows/staff/orders/tag-staff.ts'
import { cardStaffService } from '#shop/flows/member/cards/card-staff.ts'
import { loyaltyStaffService } from '#shop/flows/member/loyalty-staff.ts'
import { parcelStaffService } from '#shop/flows/staff/parcel-staff.ts'
import { peopleStaffService } from '#shop/flows/staff/people-staff.ts'
import { pickupStaffService } from '#shop/flows/staff/pickup-staff.ts'
import { receiptStaffService } from '#shop/flows/staff/receipt-staff.ts'
import { recipientStaffService } from '#shop/flows/staff/orders/recipient-staff.ts'
import { reconciliationStaffService } from '#shop/flows/staff/reconciliation-staff.ts'
import { refundRequestStaffService } from '#shop/flows/refund-order/refund-request-staff.ts'
import { returnExchangeStaffService } from '#shop/flows/returns/exchange-staff.ts'
import { returnRuleStaffService } from '#shop/flows/returns/return-rule-staff.ts'
import { returnStaffService } from '#shop/flows/returns/return-staff.ts'
import { refundStaffService } from '#shop/flows/staff/refund-staff.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { stockStaffService } from '#shop/flows/staff/stock-staff.ts'
import { transferStaffService } from '#shop/flows/staff/transfer-staff.ts'
import { unitStaffService } from '#shop/flows/staff/unit-staff.ts'
import { viewStaffService } from '#shop/flows/staff/view-staff.ts'
import { outboxStaffService } from '#shop/notification/outbox-staff.ts'
import { findStaffService } from '#shop/views/find/find-staff.ts'
import { todayStaffService } from '#shop/views/today/today-staff.ts'

interface StaffDeps {
  providers: ProviderDeps
  carriers: OpenCarriers
  card_files: CardFiles
  /** Encrypts the keys of gateways. */
  box: SecretBox
  /** Seal what the ledger knows about people. */
  person_keys: PersonKeys
  /** Encrypts the secrets of authenticator apps. */
  staff_box: SecretBox
  /** The one of the process: it bounds how many hashes run at once. */
  hasher: PasswordHasher
  shop_name: string
  mode: 'demo' | 'live'
  /** Compares refusals with the contracts: on in tests and development. */
  check: boolean
}

/** The services of staff, and their sign-in, which pages call before they know who acts. */
export interface StaffOffice {
  services: StaffServices
  sign_in: Service<typeof staffSignIn>
  /** Runs what staff have started on many orders. */
  bulk_job: Job
}

/** Creates every service of staff. Each operation requires the permission that its contract names. */
export function createStaffServices(deps: StaffDeps): StaffOffice {
  const { carriers, card_files, box, staff_box, person_keys, shop_name, mode, check, hasher } = deps
  const { db, now, log } = deps.providers
  const write = openStaffWrites({ db, now, person_keys })
  const providers = { ...deps.providers, write }
  const with_pictures = { ...providers, pictures: card_files.pictures }
  const { today, stock, reconciliation, refunds, gateways, outbox } = contracts
  const { people, roles, changes, account, cod } = contracts
  const { pickups, delivery, views } = contracts
  const { refundRequests, returnExchanges, returns, returnRules } = contracts
  const { carriers: carrier_settings, codMoney } = contracts
  const { customers, erasures, files, find } = contracts
  const { parcels, units, receipts, transfers, counts } = contracts
  const options = (noun: string) => ({ check, name: `${noun}StaffService` })
  const site = passkeySite(providers.public_url, shop_name)
  const second_step = { db, now, log, box: staff_box, site }
  const confirm = (actor: StaffActor, proof: SecondStepProof) =>
    confirmSecondStep(second_step, actor, proof)
  const services = {
    today: guardedService(today, todayStaffService(providers), options('today')),
    ...orderServices(providers, options),
    customers: guardedService(customers, customerStaffService(providers), options('customers')),
    erasures: guardedService(
      erasures,
      erasureStaffService({ ...providers, person_keys }),
      options('erasures'),
    ),
    files: guardedService(files, fileStaffService(providers), options('files')),
    find: guardedService(find, findStaffService(providers), options('find')),
    reconciliation: guardedService(
      reconciliation,
      reconciliationStaffService(providers),
      options('reconciliation'),
    ),
    refunds: guardedService(refunds, refundStaffService(providers), options('refunds')),
    refundRequests: guardedService(
      refundRequests,
      refundRequestStaffService(providers),
      options('refundRequests'),
    ),
    returnExchanges: guardedService(
      returnExchanges,
      returnExchangeStaffService(providers),
      options('returnExchanges'),
    ),
    returns: guardedService(returns, returnStaffService(with_pictures), options('returns')),
    returnRules: guardedService(
      returnRules,
      returnRuleStaffService(providers),
      options('returnRules'),
    ),
    ...memberServices({ ...providers, ...card_files }, options),
    gateways: guardedService(
      gateways,
      gatewayStaffService({ providers, box, confirm, mode }),
      options('gateways'),
    ),
    carriers: guardedService(
      carrier_settings,
      carrierStaffService({ ...providers, carriers, box, confirm, mode }),
      options('carriers'),
    ),
    cod: guardedService(cod, codStaffService(providers), options('cod')),
    delivery: guardedService(delivery, deliveryStaffService(providers), options('delivery')),
    codMoney: guardedService(codMoney, codMoneyStaffService(providers), options('codMoney')),
    outbox: guardedService(outbox, outboxStaffService(providers), options('outbox')),
    stock: guardedService(stock, stockStaffService(providers), options('stock')),
    parcels: guardedService(
      parcels,
      parcelStaffService({ ...providers, carriers }),
      options('parcels'),
    ),
    pickups: guardedService(pickups, pickupStaffService(providers), options('pickups')),
    units: guardedService(units, unitStaffService(with_pictures), options('units')),
    receipts: guardedService(receipts, receiptStaffService(with_pictures), options('receipts')),
    transfers: guardedService(transfers, transferStaffService(providers), options('transfers')),
    counts: guardedService(counts, countStaffService(providers), options('counts')),
    people: guardedService(people, peopleStaffService(providers), options('people')),
    roles: guardedService(roles, rolesStaffService(providers), options('roles')),
    changes: guardedService(
      changes,
      changesStaffService({ ...providers, person_keys }),
      options('changes'),
    ),
    account: guardedService(
      account,
      accountStaffService({ ...second_step, write, hasher }),
      options('account'),
    ),
    views: guardedService(views, viewStaffService(providers), options('views')),
  }
  const sign_in = staffSignInService({
    db,
    now,
    log,
    write,
    box: staff_box,
    hasher,
    site,
    mode,
    shop_name,
  })
  return {
    services,
    sign_in: guardedService(staffSignIn, sign_in, options('signIn')),
    bulk_job: bulkJob(providers),
  }
}

/** What staff do with orders. */
function orderServices(
  providers: StaffFlowDeps,
  options: (noun: string) => { check: boolean; name: string },
) {
  const { orders, bulk, calls, drafts, recipients } = contracts
  const { orderGoods, orderParts, orderShop, orderTags } = contracts
  return {
    orders: guardedService(orders, orderStaffService(providers), options('orders')),
    bulk: guardedService(bulk, bulkStaffService(providers), options('bulk')),
    calls: guardedService(calls, callStaffService(providers), options('calls')),
    drafts: guardedService(drafts, draftStaffService(providers), options('drafts')),
    recipients: guardedService(recipients, recipientStaffService(providers), options('recipients')),
    orderGoods: guardedService(
      orderGoods,
      orderGoodsStaffService(providers),
      options('orderGoods'),
    ),
    orderParts: guardedService(
      orderParts,
      orderPartsStaffService(providers),
      options('orderParts'),
    ),
    orderShop: guardedService(orderShop, orderShopStaffService(providers), options('orderShop')),
    orderTags: guardedService(orderTags, tagStaffService(providers), options('orderTags')),
  }
}

/** What staff do with members. */
function memberServices(
  deps: StaffFlowDeps & CardFiles,
  options: (noun: string) => { check: boolean; name: string },
) {
  const { cards, loyalty } = contracts
  return {
    cards: guardedService(cards, cardStaffService(deps), options('cards')),
    loyalty: guardedService(loyalty, loyaltyStaffService(deps), options('loyalty')),
  }
}
