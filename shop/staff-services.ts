import { type StaffServices, staffServices as contracts } from '#contracts/staff/all.ts'
import { staffSignIn } from '#contracts/staff/sign-in.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Contract, Service, StaffActor } from '#pure/contract.ts'
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
import { shopReservationStaffService } from '#shop/flows/trade/shop-reservation/shop-reservation-staff.ts'
import { bookingStaffService } from '#shop/flows/cart/booking/booking-staff.ts'
import { repairSettingsStaffService } from '#shop/flows/trade/repair-settings/repair-settings-staff.ts'
import { ticketStaffService } from '#shop/flows/trade/ticket/ticket-staff.ts'
import { bulkStaffService } from '#shop/flows/staff/bulk/bulk-staff.ts'
import { bulkJob } from '#shop/flows/staff/bulk/run-bulk-jobs.ts'
import { carrierStaffService } from '#shop/flows/shipment/carrier-staff.ts'
import { callStaffService } from '#shop/flows/staff/orders/call-staff.ts'
import { codMoneyStaffService } from '#shop/flows/shipment/cod-money-staff.ts'
import { codStaffService } from '#shop/flows/staff/cod-staff.ts'
import { deliveryStaffService } from '#shop/flows/staff/delivery-staff.ts'
import { draftStaffService } from '#shop/flows/staff/drafts/draft-staff.ts'
import { eraseMembersJob } from '#shop/flows/member/account/erase-account.ts'
import { redoErasuresJob } from '#shop/flows/staff/customers/redo-erasures.ts'
import { erasureStaffService } from '#shop/flows/staff/customers/erasure-staff.ts'
import { fileStaffService } from '#shop/flows/staff/files/file-staff.ts'
import { gatewayStaffService } from '#shop/flows/staff/gateway-staff.ts'
import { customerStaffService } from '#shop/flows/staff/customers/customer-staff.ts'
import { samePersonStaffService } from '#shop/flows/staff/customers/same-person-staff.ts'
import { orderGoodsStaffService } from '#shop/flows/staff/orders/order-goods-staff.ts'
import { orderPartsStaffService } from '#shop/flows/staff/orders/parts/order-parts-staff.ts'
import { orderShopStaffService } from '#shop/flows/staff/orders/order-shop-staff.ts'
import { orderStaffService } from '#shop/flows/staff/orders/order-staff.ts'
import { tagStaffService } from '#shop/flows/staff/orders/tag-staff.ts'
import { cardStaffService } from '#shop/flows/member/cards/card-staff.ts'
import { landingStaffService } from '#shop/flows/content/campaigns/landing-staff.ts'
import { articleStaffService } from '#shop/flows/content/articles/article-staff.ts'
import { publishArticlesJob } from '#shop/flows/content/articles/publish-articles-job.ts'
import { campaignStaffService } from '#shop/flows/notices/campaigns/campaign-staff.ts'
import type { Sender } from '#shop/notification/templates/sender.ts'
import { bannerStaffService } from '#shop/flows/content/campaigns/banner-staff.ts'
import { popupStaffService } from '#shop/flows/content/campaigns/popup-staff.ts'
import { redirectStaffService } from '#shop/flows/content/campaigns/redirect-staff.ts'
import { gameStaffService } from '#shop/flows/trade/game/game-staff.ts'
import { flashSaleStaffService } from '#shop/flows/prices/flash-sale-staff.ts'
import { loyaltyStaffService } from '#shop/flows/member/loyalty-staff.ts'
import { lostParcelStaffService } from '#shop/flows/shipment/lost/lost-parcel-staff.ts'
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
import { stockStaffService } from '#shop/flows/staff/stock-staff.ts'
import { tradeOfficeStaffService } from '#shop/flows/trade/trade-in/trade-office-staff.ts'
import { tradeInStaffService } from '#shop/flows/trade/trade-in/trade-in-staff.ts'
import { transferStaffService } from '#shop/flows/staff/transfer-staff.ts'
import { unitStaffService } from '#shop/flows/staff/unit-staff.ts'
import { viewStaffService } from '#shop/flows/staff/view-staff.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { applicationStaffService } from '#shop/flows/trade/application/application-staff.ts'
import { lenderStaffService } from '#shop/flows/trade/application/lender-staff.ts'
import { outboxStaffService } from '#shop/notification/outbox-staff.ts'
import { findStaffService } from '#shop/views/find/find-staff.ts'
import { talkStaffService } from '#shop/flows/content/talk/talk-staff.ts'
import { usedStaffService } from '#shop/flows/trade/used/used-staff.ts'
import { orderSourcesStaffService } from '#shop/views/sources/order-sources-staff.ts'
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
  /** What applications for loans work with. */
  loans: Pick<ApplicationDeps, 'person_keys' | 'lenders' | 'paper_files'>
  /** The one of the process: it bounds how many hashes run at once. */
  hasher: PasswordHasher
  shop_name: string
  /** Whom messages name. */
  sender: Sender
  /** First path segments of the shop's own pages. */
  reserved_paths: readonly string[]
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
  /** Does erasures again after a restore. */
  redo_job: Job
  /** Erases members who asked for it. */
  erase_job: Job
  /** Publishes drafts at the time that staff have set. */
  publish_job: Job
}

/** Creates every service of staff. Each operation requires the permission that its contract names. */
export function createStaffServices(deps: StaffDeps): StaffOffice {
  const { carriers, card_files, box, staff_box, person_keys, shop_name, mode, check, hasher } = deps
  const { reserved_paths } = deps
  const { db, now, log } = deps.providers
  const write = openStaffWrites({ db, now, person_keys })
  const providers = { ...deps.providers, write }
  const with_pictures = { ...providers, pictures: card_files.pictures }
  const with_cards = { ...providers, ...card_files }
  const site = passkeySite(providers.public_url, shop_name)
  const second_step = { db, now, log, box: staff_box, site }
  const confirm = (actor: StaffActor, proof: SecondStepProof) =>
    confirmSecondStep(second_step, actor, proof)
  const services: StaffServices = {
    today: todayStaffService(providers),
    orders: orderStaffService(providers),
    bulk: bulkStaffService(providers),
    calls: callStaffService(providers),
    drafts: draftStaffService(providers),
    recipients: recipientStaffService(providers),
    orderGoods: orderGoodsStaffService(providers),
    orderParts: orderPartsStaffService(providers),
    orderShop: orderShopStaffService(providers),
    orderTags: tagStaffService(providers),
    customers: customerStaffService(providers),
    samePerson: samePersonStaffService(providers),
    erasures: erasureStaffService({ ...providers, person_keys, files: card_files.pictures.files }),
    files: fileStaffService(providers),
    find: findStaffService(providers),
    reconciliation: reconciliationStaffService(providers),
    refunds: refundStaffService(providers),
    refundRequests: refundRequestStaffService(providers),
    returnExchanges: returnExchangeStaffService(providers),
    returns: returnStaffService(with_pictures),
    returnRules: returnRuleStaffService(providers),
    cards: cardStaffService(with_cards),
    loyalty: loyaltyStaffService(with_cards),
    flashSales: flashSaleStaffService(providers),
    landingPages: landingStaffService({ ...providers, reserved_paths }),
    articles: articleStaffService({ ...with_pictures, reserved_paths }),
    orderSources: orderSourcesStaffService(providers),
    popups: popupStaffService(providers),
    banners: bannerStaffService({ ...with_pictures, reserved_paths }),
    messageCampaigns: campaignStaffService({ ...providers, sender: deps.sender }),
    redirectRules: redirectStaffService({ ...providers, reserved_paths }),
    games: gameStaffService(providers),
    gateways: gatewayStaffService({ providers, box, confirm, mode }),
    carriers: carrierStaffService({ ...providers, carriers, box, confirm, mode }),
    cod: codStaffService(providers),
    delivery: deliveryStaffService(providers),
    codMoney: codMoneyStaffService(providers),
    outbox: outboxStaffService(providers),
    stock: stockStaffService(providers),
    parcels: parcelStaffService({ ...providers, carriers }),
    lostParcels: lostParcelStaffService(providers),
    pickups: pickupStaffService(providers),
    bookings: bookingStaffService(providers),
    tickets: ticketStaffService(with_pictures),
    repairSettings: repairSettingsStaffService(providers),
    talk: talkStaffService(providers),
    loans: applicationStaffService({ ...providers, ...deps.loans }),
    lenders: lenderStaffService({ ...providers, box, confirm }),
    tradeOffice: tradeOfficeStaffService(providers),
    tradeIns: tradeInStaffService({ ...providers, person_keys }),
    shopReservations: shopReservationStaffService(providers),
    units: unitStaffService(with_pictures),
    usedUnits: usedStaffService(with_pictures),
    receipts: receiptStaffService(with_pictures),
    transfers: transferStaffService(providers),
    counts: countStaffService(providers),
    people: peopleStaffService(providers),
    roles: rolesStaffService(providers),
    changes: changesStaffService({ ...providers, person_keys }),
    account: accountStaffService({ ...second_step, write, hasher }),
    views: viewStaffService(providers),
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
    services: guardedServices(services, check),
    sign_in: guardedService(staffSignIn, sign_in, optionsOf('signIn', check)),
    bulk_job: bulkJob(providers),
    redo_job: redoErasuresJob({ ...providers, person_keys, files: card_files.pictures.files }),
    publish_job: publishArticlesJob(providers),
    erase_job: eraseMembersJob({ ...providers, person_keys, files: card_files.pictures.files }),
  }
}

function guardedServices(services: StaffServices, check: boolean): StaffServices {
  const guarded = Object.entries(contracts).map(([name, contract]) => [
    name,
    guardedService<Contract>(
      contract,
      services[name as keyof StaffServices],
      optionsOf(name, check),
    ),
  ])
  return Object.fromEntries(guarded)
}

/** How a service is checked, and its name in the log. */
function optionsOf(noun: string, check: boolean) {
  return { check, name: `${noun}StaffService` }
}
