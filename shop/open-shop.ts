import type { Config } from '#config/config.ts'
import type { Services } from '#contracts/all.ts'
import { login_return_path, login_service } from '#contracts/storefront/login-gate.ts'
import { max_pictures } from '#contracts/staff/pictures.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import { openFileStore } from '#platform/files/open-files.ts'
import { ownKey } from '#platform/files/own-key.ts'
import { type SecretBox, secretBox } from '#platform/files/secret-box.ts'
import type { GraphqlPart } from '#platform/graphql/graphql.ts'
import { pictureIntake } from '#platform/images/picture-intake.ts'
import { pushKeysOf } from '#platform/push/push-message.ts'
import { openIdClient } from '#platform/openid/openid-client.ts'
import { type OutsideCall, outsideCalls } from '#platform/http/outside-call.ts'
import type { Log } from '#platform/observe/log.ts'
import type { CardFiles } from '#shop/card/card-pictures.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import type { NoticesDeps } from '#shop/flows/notices/store-wish.ts'
import type { OtpDeps } from '#shop/flows/member/account/otp-flow.ts'
import { type MemberOffice, openMemberOffice } from '#shop/flows/member/account/member-office.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { openLenders } from '#shop/trade/lender/open-lenders.ts'
import { callPlayLender } from '#shop/trade/lender/play-lender.ts'
import { openStockProof, type StockProof } from '#shop/flows/counts/prove-stock.ts'
import { recipientContacts } from '#shop/flows/quote/recipient-contacts.ts'
import { contentGraphql } from '#shop/content/content-graphql.ts'
import { locationsGraphql } from '#shop/location/locations-graphql.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { gateways as known_gateways } from '#shop/payment/methods/gateways.ts'
import { openGateways, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { payPageOrigins } from '#shop/payment/gateways/provider-settings.ts'
import type { PictureFiles } from '#shop/picture/pictures.ts'
import { payosLinks } from '#shop/payment/relays/payos-links.ts'
import { callSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { sandbox_bank_path } from '#shop/payment/sandbox/sandbox-bank.ts'
import { known_carriers } from '#shop/shipment/carriers/known-carriers.ts'
import { openNetworkHash } from '#shop/order/order-network.ts'
import { openCarriers, type OpenCarriers } from '#shop/shipment/carriers/open-carriers.ts'
import { callPlayCarrier } from '#shop/shipment/sandbox/play-carrier-service.ts'
import { createServices } from '#shop/services.ts'
import { passkeySite } from '#shop/identity/passkey.ts'
import { openProviders } from '#shop/identity/member/providers/open-providers.ts'
import type { HashParameters } from '#shop/identity/password.ts'
import { openPasswordHasher } from '#shop/identity/password-hasher.ts'
import { requireNoDemoAccounts } from '#shop/identity/staff-demo.ts'
import type { Sender } from '#shop/notification/templates/sender.ts'
import { createStaffServices, type StaffOffice } from '#shop/staff-services.ts'
import { catalogGraphql } from '#shop/views/graphql/catalog-graphql.ts'

interface ShopDeps {
  config: Config
  /** The pool of shoppers and of payment providers' messages. */
  db: Database
  /** The pool of staff and jobs. */
  office_db: Database
  now: Now
  log: Log
  changes: ChangeFeed
  /** Replaces the shop's own payment methods: tests use their own gateways. */
  gateways?: readonly Gateway[] | undefined
  /** Sends requests to the member site, which may run in this process. */
  callMemberSite?: typeof fetch | undefined
  /** What a new password costs to hash, in place of the shop's own. */
  password_cost?: HashParameters | undefined
  /** First path segments of the shop's own pages: no rule of staff may take them. */
  reserved_paths: readonly string[]
  /** Compares refusals with the contracts: on in tests and development. */
  check: boolean
}

/** The shop of one process. */
export interface Shop {
  services: Services
  graphql: readonly GraphqlPart[]
  /** Dependencies of the work with payment providers. */
  providers: ProviderDeps
  /** The same for staff and jobs. */
  office: ProviderDeps
  /** The carriers of parcels, for staff, jobs and webhooks. */
  carriers: OpenCarriers
  /** Uploaded pictures, and the store of their files. */
  pictures: PictureFiles
  /** Pictures of members' cards: the same store, encrypted. */
  card_files: CardFiles
  /** What applications for loans work with. */
  loans: Pick<ApplicationDeps, 'person_keys' | 'lenders' | 'paper_files'> & {
    /** Of which a demo derives the secrets of the companies that it plays. */
    demo_key: string | null
  }
  staff: StaffOffice
  /** What the member site works with. */
  members: MemberOffice
  /** Sends and takes one-time passwords: what the flows of shop/flows/member/ need. */
  otp: OtpDeps
  /** Encrypts the tokens of Zalo. */
  zalo_box: SecretBox
  /** What web push needs beside the subscriptions. */
  push: Pick<NoticesDeps, 'push_box' | 'push_keys'>
  /** Proves at night that stock is the sum of its movements. */
  stock_proof: StockProof
  /** Returns the contacts that an order of a caller would name: rate limits are counted by them. */
  contactOf: ReturnType<typeof recipientContacts>
  /** Origins of providers' pages, to which our forms may be submitted. */
  form_targets: readonly string[]
}

/** Opens payment gateways and services; both follow changes of the database. */
export async function openShop(deps: ShopDeps): Promise<Shop> {
  const { config, db, office_db, now, log, changes, check } = deps
  const { public_url, shop_mode: mode, late_money_days } = config
  if (mode === 'live') await requireNoDemoAccounts(office_db)
  const box = secretBox(config, 'gateways')
  const send = outsideCalls({ now })
  const all = deps.gateways ?? known_gateways
  const gateways = await openGateways({
    db,
    now,
    log,
    mode,
    box,
    gateways: all,
    send,
    ...(mode === 'demo' ? { sandbox: callSandboxProviders({ db, now, gateways: all }) } : {}),
  })
  const carriers = openCarriers({
    ...{ db: office_db, now, log, mode, box, send },
    carriers: known_carriers,
    ...(mode === 'demo' ? { play: callPlayCarrier({ db: office_db, now }) } : {}),
  })
  const take = pictureIntake({ max_bytes: max_pictures.bytes })
  const pictures = { take, files: openFileStore(config) }
  const card_files = { pictures, card_box: secretBox(config, 'cards') }
  const person_keys = openPersonKeys(config)
  const demo_key = ownKey(config, 'demo-lenders')
  const loans = {
    person_keys,
    demo_key: mode === 'demo' ? demo_key : null,
    lenders: openLenders({
      ...{ mode, box, send, demo_key },
      play: mode === 'demo' ? callPlayLender({ db: office_db, now }) : null,
    }),
    paper_files: { pictures, card_box: secretBox(config, 'loans') },
  }
  const identities = openIdentities(deps, send)
  const otp = { db, now, otp_box: secretBox(config, 'otp'), by_zalo: config.otp_by_zalo }
  const push = {
    push_box: secretBox(config, 'push'),
    push_keys: pushKeysOf(ownKey(config, 'push-sender')),
  }
  const services = createServices({
    db,
    now,
    log,
    payments: transferAccounts(config),
    card_files,
    loans,
    member_site: identities.member_site,
    one_tap: { one_tap: identities.providers.one_tap, member_url: config.member_url },
    notices: { ...push, otp_box: otp.otp_box, has_sms: mode === 'demo' || config.sms !== null },
    ...{ shop_name: config.shop_name, order_batch: config.order_batch },
    ...{ gateways, late_money_days },
    urls: config.service_urls,
    networkHash: openNetworkHash(config),
    report_key: ownKey(config, 'device-tests'),
    run_key: ownKey(config, 'games'),
    feed: changes,
    check,
  })
  const hasher = openPasswordHasher(deps.password_cost)
  const providers = { db, now, log, gateways, public_url, late_money_days }
  const office = { ...providers, db: office_db }
  changes.subscribe(async (tags) => {
    if (tags.has('gateways') || tags.has(EVERYTHING)) await gateways.refresh()
  })
  return {
    services,
    graphql: [
      catalogGraphql({ db, now, search: services.search }),
      locationsGraphql(services.locations),
      contentGraphql(services.content),
    ],
    providers,
    office,
    carriers,
    pictures,
    card_files,
    loans,
    otp,
    zalo_box: secretBox(config, 'zalo'),
    push,
    members: openMemberOffice({
      ...{ ...otp, ...identities, hasher, log, check },
      oidc_box: secretBox(config, 'oidc'),
      passkey_site: passkeySite(config.member_url, 'Smember'),
    }),
    staff: createStaffServices({
      providers: office,
      carriers,
      card_files,
      box,
      staff_box: secretBox(config, 'staff'),
      hasher,
      person_keys,
      loans,
      shop_name: config.shop_name,
      sender: senderOf(config),
      reserved_paths: deps.reserved_paths,
      mode,
      check,
    }),
    stock_proof: openStockProof(office),
    contactOf: recipientContacts(db),
    form_targets: [...payPageOrigins(gateways.all, mode), new URL(config.member_url).origin],
  }
}

/** The shop as a client of its member site, and the ways to sign in there. A demo plays other companies itself. */
function openIdentities({ config, now, callMemberSite = fetch }: ShopDeps, call: OutsideCall) {
  const { member_url, public_url, google, zalo_sign_in: zalo, shop_name } = config
  const client = { client_id: login_service, client_secret: ownKey(config, 'oidc-client') }
  const redirect_uri = public_url + login_return_path
  const demo_key = ownKey(config, 'demo-issuer')
  const is_demo = config.shop_mode === 'demo'
  const demo = is_demo ? { client_secret: demo_key } : null
  return {
    client,
    member_site: openIdClient({
      ...{ issuer: member_url, ...client, redirect_uri, send: callMemberSite, now },
    }),
    providers: openProviders({ google, zalo, demo, member_url, now, call, callMemberSite }),
    demo_issuer: is_demo ? { key: demo_key, shop_name, now } : null,
  }
}

/** Whom messages name. */
function senderOf({ shop_name: name, hotline, public_url, legal }: Config): Sender {
  const { company_name, company_address: address, company_email: email } = legal
  return { name, hotline, public_url, company: { name: company_name, address, email } }
}

function transferAccounts({ bank, payos, public_url, shop_mode }: Config) {
  return {
    bank,
    payos: payos && payosLinks(payos),
    public_url,
    test_bank_url: shop_mode === 'demo' ? sandbox_bank_path : null,
  }
}
