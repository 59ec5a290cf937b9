import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StaffServices, staffServices } from '#contracts/staff/all.ts'
import type { AnyCaller } from '#pure/access.ts'
import { type AnyOperation, Refusal } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'

type Call = (caller: AnyCaller, input: unknown) => Promise<unknown>

let own: TestDatabase
let door: Door
let services: StaffServices

beforeAll(async () => {
  own = await testDatabase()
  door = await openDoor(own)
  const providers = await testProviders({
    db: own.db,
    now: () => new Date(),
    gateways: [cashOnDelivery],
  })
  services = staffOffice(providers).services
})
afterAll(async () => {
  await door.close()
  await own.close()
})

const operations = Object.entries(staffServices).flatMap(([service, contract]) =>
  Object.entries(contract).map(
    ([name, operation]) =>
      [service as keyof StaffServices, name, operation as AnyOperation] as const,
  ),
)
const permitted = operations.filter(([, , { access }]) => access === 'staff')
const of_oneself = operations.filter(([, , { access }]) => access === 'staff_self')

/** Valid inputs: a permitted caller is refused for other reasons only, such as an unknown id. */
const seen = { order_code: 'DH261120-7K3M9QXZ', version: 1 }
const no_article = { code: 'bai-999999', version: 1 }
const no_author = '00000000-0000-4000-8000-000000000000'
const no_content = {
  ...{ title: 'Bài', path: 'tin-tuc/bai', post_category_id: 1, author_id: no_author },
  ...{ tags: '', image: '', excerpt: '', body: '', meta_title: '', meta_description: '' },
  ...{ meta_keyword: '', canonical_tag: '', meta_index: '1', meta_follow: '1' },
}
const ticket = { code: 'SC000001', version: 1 }
const nowhere = { role_codes: [], shop_ids: [] }
const inputs: Record<string, unknown> = {
  setTiers: { tiers: [], points_last_months: 12, max_points_percent: 50, version: 9 },
  article: { code: 'bai-999999' },
  createPage: { title: 'Trang' },
  createArticle: { title: 'Bài', post_category_id: 999_999, author_id: no_author },
  saveArticle: { ...no_article, ...no_content },
  publishArticle: { ...no_article, ...no_content, publish_at: '' },
  withdrawArticle: no_article,
  discardDraft: no_article,
  restoreVersion: { ...no_article, number: 1 },
  openPreview: no_article,
  landingPage: { code: 'khong-co' },
  saveLanding: {
    ...{ code: 'khong-co', version: 1, name: 'Không có', layout: 'landing-page', theme: 'sky' },
    ...{ is_active: '1', path: 'khong-co', teasing_path: '', dday_path: '', recurs: 'never' },
    ...{ teasing_at: '', starts_at: '', dday_at: '', dday_ends_at: '', ends_at: '' },
    ...{ meta_title: '', meta_description: '' },
  },
  saveBlocks: { code: 'khong-co', version: 1, blocks: '[]', draft_at: '' },
  publishBlocks: { code: 'khong-co', version: 1, blocks: '[]' },
  campaign: { campaign_id: 999 },
  saveCampaign: {
    ...{ campaign_id: 999, version: 1, name: 'Tin', channel: 'email', audience: 'all' },
    ...{ tier_code: '', wish_path: '', title: 'Tin', body: 'Tin', button: 'Xem', link: '/' },
    ...{ zalo_template: '', starts_at: '2026-12-01T00:00', ends_at: '2026-12-31T00:00' },
  },
  ...Object.fromEntries(
    ['ask', 'approve', 'return', 'pause', 'resume', 'stop'].map((move) => [
      `${move}Campaign`,
      { campaign_id: 999, version: 1 },
    ]),
  ),
  addDoNotCall: { source: 'Danh sách', phones: '0912345678' },
  savePopup: {
    ...{ popup_id: 999, version: 1, title: 'Hè', sentence: '', button: 'Xem', image: '/a.webp' },
    ...{ ink: '#14244a', link: '/', priority: 1, exclude_page: '', is_active: '1' },
    ...{ starts_at: '2026-12-01T00:00', ends_at: '2026-12-31T00:00' },
  },
  switchPopup: { popup_id: 999, version: 1, is_active: '0' },
  banner: { banner_id: 999 },
  saveBanner: {
    ...{ banner_id: 999, version: 1, placement: 'hero', label: 'Hè', eyebrow: '', button: 'Xem' },
    ...{ ink: '#14244a', alt: '', path: '/', image: '/a.webp', image_mobile: '', is_active: '1' },
    ...{ starts_at: '', ends_at: '' },
  },
  switchBanner: { banner_id: 999, version: 1, is_active: '0' },
  moveBanner: { banner_id: 999, is_up: '1' },
  saveRedirect: {
    ...{ path: '/cu', is_prefix: '0', target: '/moi', status: 301, is_external: '0' },
    ...{ is_active: '1', note: '', version: 1 },
  },
  removeRedirect: { path: '/cu', version: 1 },
  openGame: { game: 'jump-jump', is_open: '1', version: 9 },
  setPrizes: {
    ...{ game: 'jump-jump', version: 9, prizes_per_day: '10', ranking_value: '0' },
    prizes: [{ score: '1.000', value: '10.000' }],
  },
  flashSale: { flash_sale_id: 999 },
  saveFlashSale: {
    ...{ name: 'x', starts_at: '2098-01-01T09:00', ends_at: '2098-01-01T12:00', items: 'X 1 1' },
    ...{ per_customer: 1, pay_within_min: 15, is_online_only: true, needs_member: false },
  },
  approveFlashSale: { flash_sale_id: 999, version: 1 },
  stopFlashSale: { flash_sale_id: 999, version: 1 },
  loan: { code: 'TG-X' },
  showForm: { code: 'TG-X' },
  showPaper: { code: 'TG-X', kind: 'id_front' },
  passOnFile: { code: 'TG-X' },
  passOn: { code: 'TG-X', version: 1 },
  provePhone: { code: 'TG-X', version: 1 },
  answer: { code: 'TG-X', version: 1, answer: 'approved' },
  receiveMoney: { code: 'TG-X', version: 1, amount: 1 },
  review: { review_id: 999 },
  replyToReview: { review_id: 999, version: '1', text: 'Dạ vâng' },
  passReview: { review_id: 999, version: '1' },
  hideReview: { review_id: 999, version: '1', reason: 'insult' },
  showReview: { review_id: 999, version: '1' },
  comment: { comment_id: 999 },
  answerComment: { comment_id: 999, version: '1', text: 'Dạ vâng' },
  passComment: { comment_id: 999, version: '1' },
  hideComment: { comment_id: 999, version: '1', reason: 'insult' },
  showComment: { comment_id: 999, version: '1' },
  saveAnswer: { title: 'Chào', version: '1', text: 'Dạ vâng' },
  removeAnswer: { saved_answer_id: 999 },
  switchLender: { lender: 'khong-co', is_active: '1' },
  setWay: { company_id: 'khong-co', seen: '', way: 'online' },
  order: seen,
  pickList: seen,
  confirmOrder: seen,
  shipOrder: { ...seen, move: 'ship' },
  cancelOrder: { ...seen, reason: 'other' },
  recipient: seen,
  draft: { draft_id: 999 },
  openDraft: { order_code: seen.order_code },
  addGoods: { draft_id: 999, sku: 'SKU-21' },
  saveDraft: { draft_id: 999, version: 1 },
  placeDraft: { draft_id: 999, version: 1, way: 'hold', grand_total: 0 },
  shareDraft: { draft_id: 999, version: 1 },
  dropDraft: { draft_id: 999, version: 1 },
  split: { order_code: 'DH-X' },
  splitOrder: { order_code: 'DH-X', version: 1, total: 0, reason: 'x' },
  joinOrders: { order_code: 'DH-X', version: 1, other_code: 'DH-Y', other_version: 1, total: 0 },
  keepApart: { order_code: 'DH-X' },
  orderApart: { order_code: 'DH-X', version: 1, added: { 21: 1 } },
  goods: seen,
  changeGoods: { ...seen, removed: { 1: 1 }, new_total: 1, reason: 'x' },
  shops: seen,
  changeShop: { ...seen, shop_id: 1, reason: 'x' },
  changeRecipient: { ...seen, name: 'Trần Bình' },
  assignOrder: { order_code: seen.order_code, staff_id: 1, staff_id_seen: '' },
  takeCall: seen,
  takeOverCall: seen,
  recordCall: { ...seen, outcome: 'agreed' },
  addNote: { ...seen, kind: 'note', text: 'Gọi lại sau 14 giờ' },
  showPhone: seen,
  customer: seen,
  showCustomer: seen,
  noteCustomer: { ...seen, text: 'Gọi sau 17 giờ' },
  previewErasure: { phone: '0912 345 678' },
  eraseCustomer: {
    ...{ phone: '0912 345 678', channel: 'email', request_number: 'YC-1', order_count: 1 },
  },
  blockCustomer: { ...seen, version: 0, block: 'prepay', reason: 'Không nhận hàng' },
  lookUp: { ...seen, other: '0912 345 678' },
  join: { ...seen, other_code: 'DH261120-7K3M9QXZ', reason: 'Khách báo đổi số' },
  part: { ...seen, reason: 'Gộp nhầm' },
  preview: { action: 'confirm' },
  startConfirm: { form_key: 'form-key', orders: [seen] },
  startCancel: { form_key: 'form-key', orders: [seen], reason: 'other' },
  startAssign: { form_key: 'form-key', orders: [seen], staff_id: '' },
  job: { bulk_job_id: 1 },
  receiptOfJob: { bulk_job_id: 1 },
  cancelJob: { bulk_job_id: 1 },
  undoJob: { bulk_job_id: 1 },
  undoTagJob: { bulk_job_id: 1 },
  undoMoveJob: { bulk_job_id: 1 },
  startTag: { form_key: 'form-key', orders: [seen], tag: 'Gấp' },
  startMoveShop: { form_key: 'form-key', orders: [seen], shop_id: 2, reason: 'x' },
  startUntag: { form_key: 'form-key', orders: [seen], tag: 'Gấp' },
  tags: seen,
  tagOrder: { order_code: seen.order_code, tag: 'Gấp' },
  untagOrder: { order_code: seen.order_code, tag: 'Gấp' },
  customerFile: { list: 'orders', format: 'csv' },
  officeFile: { list: 'stock', format: 'xlsx' },
  settleReview: { payment_review_id: 1, decision: 'dismissed' },
  settleRefund: { refund_id: 1, decision: 'done' },
  orderMoney: seen,
  ask: { ...seen, amount: 1_000, kind: 'goodwill', reason: 'x' },
  approve: { refund_request_id: 1, code: 'TC-X', version: 1 },
  withdraw: { refund_request_id: 1 },
  createBooking: {
    ...{ shop_id: 999, item_ids: [999], booking_date: '2098-01-01T09:00', name: 'An' },
    phone: '0912 345 678',
  },
  bookingSlip: { code: 'LH-X' },
  service: { sku: 'SC-X' },
  saveService: {
    ...{ sku: 'SC-X', seen: '', name: 'x', minutes: 30, skill: 'pin' },
    options: [{ label: 'x', price: 1, warranty_months: 1 }],
  },
  addService: {
    ...{ part_code: 'khong-co', device_kind: 'dien-thoai', brand_name: 'X', model_name: 'X' },
    ...{ minutes: 30, skill: 'pin', label: 'X', price: 1, warranty_months: 1 },
  },
  setParts: { option_id: 999, shop_id: 999, seen_quantity: 0, quantity: 1 },
  setTechnicians: { shop_id: 999, seen: '', everybody: [1, 1, 1, 1, 1, 1, 1], skills: [] },
  openExchange: { code: 'DT000001' },
  exchangeOfDraft: { draft_id: 999 },
  placeExchange: { draft_id: 999, version: 1, return_version: 1, way: 'counter', grand_total: 0 },
  // Of a request for a refund, and of a return.
  reject: { refund_request_id: 1, code: 'DT000001', version: 1, note: 'x' },
  setRules: { version: 1, goodwill_per_month: 0, fees: [] },
  returnable: { q: seen.order_code },
  return: { code: 'DT000001' },
  open: { ...seen, position: 1, reason: 'faulty', shop_id: 1 },
  // Of a return, and of a card.
  accept: { code: 'DT000001', version: 1, shop_id: 1, card_id: 999, ends_on: '2027-01-01' },
  card: { card_id: 999 },
  showPicture: { card_id: 999, side: 'front' },
  refuse: { card_id: 999, code: 'TC-X', version: 1, reason: 'x', note: 'x' },
  tradeIn: { code: 'TC-X' },
  arrive: { code: 'TC-X', version: 1 },
  setTradePrice: {
    ...{ code: 'x', base_price: 1, upgrade_bonus: 0, is_active: '1' },
    ...{ seen_price: 1, seen_bonus: 0 },
  },
  takeTradeCall: { trade_call_id: 999, version: 0 },
  endTradeCall: { trade_call_id: 999, version: 0, outcome: 'called' },
  offer: { code: 'TC-X', version: 1, device_code: 'X', answers: {}, amount: 1 },
  acceptByCode: { code: 'TC-X', version: 1, accept_code: '1' },
  recordSeller: { code: 'TC-X', version: 1, name: 'x', address: 'x', document: '079090001234' },
  pay: { code: 'TC-X', version: 1, method: 'cash', outcome: 'used' },
  end: { card_id: 999, version: 1, reason: 'x' },
  receive: { code: 'DT000001', version: 1 },
  inspect: { code: 'DT000001', version: 1, grade: 'sealed' },
  refund: { code: 'DT000001', version: 1 },
  exchange: { code: 'DT000001', version: 1 },
  setGateway: { code: 'cod', is_enabled: true, fields: {} },
  readStatement: { carrier: 'own', text: 'VD7K3M9QXZT,1000' },
  settleLine: { cod_line_id: 999, decision: 'dismissed', reason: 'x' },
  settleClaim: { parcel_code: 'VD7K3M9QXZT', state: 'refused', reason: 'x' },
  setCodRules: {
    ...{
      max_total: '',
      max_quantity: '',
      max_open_orders: '',
      max_came_back: '',
      max_per_network: '',
    },
    ...{ call_from: '', release_after_h: '', version: 1 },
  },
  parcel: { code: 'VD7K3M9QXZT' },
  parcelsOfOrder: seen,
  ofOrder: seen,
  sendGoodsAgain: { code: 'VD7K3M9QXZT', version: 1 },
  writeOff: { code: 'VD7K3M9QXZT', version: 1, reason: 'Hãng báo mất' },
  packing: seen,
  packOrder: { ...seen, carrier: 'own', weight_g: 500, scanned: 'SKU-21' },
  label: { code: 'VD7K3M9QXZT' },
  quotes: { ...seen, weight_g: 500 },
  askCarrierAgain: { code: 'VD7K3M9QXZT' },
  setCarrierCode: { code: 'VD7K3M9QXZT', version: 1, carrier_code: 'GHN123' },
  setCarrier: { code: 'ghn', fields: {} },
  moveParcel: { code: 'VD7K3M9QXZT', version: 1, move: 'hand_over' },
  deliverParcel: { code: 'VD7K3M9QXZT', version: 1, move: 'deliver' },
  handOver: { codes: 'VD7K3M9QXZT' },
  addPasskey: { name: 'iPhone', passkey: '{}' },
  removePasskey: { staff_passkey_id: 1 },
  setDeliveryRules: {
    ...{ fee: 1, free_from: 1, cut_off: '17:00', near_hours: 2, prepare_minutes: 60 },
    ...{ away_days: 3, rural_days: 1, keep_days: 3, version: 1 },
  },
  addClosedDay: { day: '2027-02-06', shop_id: '', name: 'Tết' },
  removeClosedDay: { closed_day_id: 1 },
  shopReservation: { code: 'DG261120-00000000' },
  sellReserved: { code: 'DG261120-00000000', scanned: 'SKU-11', grand_total: 1 },
  releaseReserved: { code: 'DG261120-00000000', reason: 'x' },
  receiveBooking: { code: 'LH261120-00000000' },
  missBooking: { code: 'LH261120-00000000' },
  moveBooking: { code: 'LH261120-00000000', booking_date: '2098-01-01T09:00:00+07:00' },
  ticket,
  slip: ticket,
  receiveTicket: {
    ...{ form_key: '0f8fad5b-d9cb-469f-a165-70867728950e', shop_id: 999, name: 'Trần Bình' },
    ...{ phone: '0912 345 678', device: 'iPhone 13', fault: 'Pin chai', unlock: 'customer' },
    promised_at: '2098-01-01T17:00',
  },
  assign: ticket,
  moveTickets: { codes: [ticket.code], move: 'diagnose' },
  services: { ...ticket, q: 'pin' },
  addLine: { ...ticket, name: 'Vệ sinh', price: 50_000 },
  quote: ticket,
  answerQuote: { ...ticket, answer: 'approve' },
  giveUp: { ...ticket, reason: 'x' },
  usePart: { ...ticket, position: 1 },
  losePart: { ...ticket, position: 1, why: 'broken' },
  takePayment: {
    ...{ ...ticket, way: 'cash', amount: 1_000 },
    form_key: '0f8fad5b-d9cb-469f-a165-70867728950e',
  },
  reversePayment: { ...ticket, repair_payment_id: 1, reversal: 'refund', reason: 'x' },
  decideReversal: { ...ticket, repair_reversal_id: 1, answer: 'reject' },
  reopen: { ...ticket, reason: 'x' },
  undoCollect: { ...ticket, reason: 'x' },
  pickup: seen,
  prepare: { ...seen, scanned: 'SKU-21' },
  verify: { ...seen, presented: '482913' },
  // Of a pick-up, and of a ticket.
  collect: { ...seen, code: 'SC000001', amount: 0 },
  messageHtml: { outbox_id: 1 },
  sendAgain: { outbox_id: 1 },
  stockRow: { product_id: 1, shop_id: 1 },
  countStock: { product_id: 1, shop_id: 1, on_hand: 1, on_hand_seen: 1, reason: 'x' },
  unit: { code: '356938035643809' },
  picture: { code: 'PN000001', picture_id: 1, size: 'small' },
  addPictures: { code: 'PN000001', files: [{ name: 'a.jpg', bytes: new Uint8Array() }] },
  removePicture: { code: 'PN000001', picture_id: 1, reason: 'x' },
  usedUnit: { imei_id: 1 },
  addUsedUnit: { sku: 'x', codes: '356938035643809', shop_id: 1, grade: 'good' },
  describeUsedUnit: { imei_id: 1, version: 0, grade: 'good' },
  offerUsedUnit: { imei_id: 1, version: 0, price: 1_000_000 },
  priceUsedUnit: { imei_id: 1, version: 0, price: 1_000_000, reason: 'x' },
  withdrawUsedUnit: { imei_id: 1, version: 0, reason: 'x' },
  moveUnit: { unit_id: 1, move: 'lock', reason: 'x' },
  correctCodes: { unit_id: 1, imei1: '356938035643809', seen: 'x', reason: 'x' },
  receipt: { code: 'PN000001' },
  createReceipt: { supplier: 'Nhà phân phối A', shop_id: 1 },
  saveLine: { code: 'PN000001', version: 1, sku: 'x', quantity: 1 },
  // Of a receipt, and of a ticket.
  removeLine: { code: 'PN000001', version: 1, sku: 'x', position: 1 },
  receiveGoods: { code: 'PN000001', version: 1 },
  closeReceipt: { code: 'PN000001', version: 1, reason: 'x' },
  transfer: { code: 'CK000001' },
  createTransfer: { from_shop_id: 1, to_shop_id: 2 },
  addToTransfer: { code: 'CK000001', scan: 'x' },
  removeFromTransfer: { code: 'CK000001', version: 1, scan: 'x' },
  sendTransfer: { code: 'CK000001', version: 1 },
  receiveScan: { code: 'CK000001', scan: 'x' },
  cancelDraft: { code: 'CK000001', version: 1 },
  settleTransfer: { code: 'CK000001', version: 1, where: 'sender', reason: 'x' },
  writeOffTransfer: { code: 'CK000001', version: 1, reason: 'x' },
  count: { code: 'KK000001' },
  createCount: { shop_id: 1 },
  scanCount: { code: 'KK000001', scan: 'x' },
  recount: { code: 'KK000001', version: 1 },
  closeCount: { code: 'KK000001', version: 1 },
  cancelCount: { code: 'KK000001', version: 1 },
  approveCount: { code: 'KK000001', version: 1 },
  person: { staff_id: 1 },
  add: { name: 'Lan', login_name: 'lan', role_codes: [], shop_ids: [] },
  invite: { staff_id: 1 },
  lock: { staff_id: 1, is_locked: true },
  role: { role_code: 'sales' },
  change: {
    staff_id: 1,
    ...nowhere,
    role_code: 'sales',
    grants: [],
    seen: [],
    place_seen: nowhere,
  },
  ofThing: { thing: 'order', thing_key: 'DH261120-7K3M9QXZ' },
  entry: { change_id: 1 },
  showPersonal: { change_id: 999 },
  undoChange: { change_id: 1 },
  endSession: { staff_session_id: 'all' },
  changePassword: { password: 'x', new_password: 'y' },
  saveView: { list: 'orders', query: 'paid=no', name: 'x' },
  renameView: { staff_view_id: 999, name: 'x' },
  removeView: { staff_view_id: 999 },
}

/**
 * Operations that write and need no record. Every other one has to refuse in an empty shop: it does not swallow that
 * what it is called for does not exist (law 26).
 */
const done_in_an_empty_shop = [
  // They create, set rules, read a text, or take a list out.
  ...['articles.createPage', 'people.add', 'talk.saveAnswer', 'views.saveView'],
  ...['delivery.addClosedDay', 'messageCampaigns.addDoNotCall', 'codMoney.readStatement'],
  ...[
    'cod.setCodRules',
    'delivery.setDeliveryRules',
    'returnRules.setRules',
    'gateways.setGateway',
  ],
  ...['files.customerFile', 'files.officeFile', 'tradeIns.purchaseFile', 'calls.nextCall'],
  // They say of each record what became of it.
  ...['parcels.handOver', 'tickets.moveTickets'],
  // What they remove is gone already. A repeated call gets the same answer.
  ...['talk.removeAnswer', 'delivery.removeClosedDay', 'calls.leaveCall'],
]

describe('an operation of staff', () => {
  test.each(permitted)('%s.%s requires its permission', async (service, name, operation) => {
    const call = Reflect.get(services[service], name) as Call
    const input = operation.input.parse(inputs[name] ?? {})
    const others = [...test_staff.grants.keys()].filter((one) => one !== operation.permission)
    const strangers: [AnyCaller, code: string][] = [
      [null, 'staff_only'],
      [{ customer_id: 1, kind: 'guest', token: 'g' }, 'staff_only'],
      [{ customer_id: 2, kind: 'member', token: 'm' }, 'staff_only'],
      [staffWith(everywhere(others)), 'permission_missing'],
    ]
    for (const [caller, code] of strangers) {
      await expect(call(caller, input)).rejects.toMatchObject({ code, status: 403 })
    }
    const outcome = await outcomeOf(() => call(test_staff, input))
    expect(outcome).toBeOneOf(['done', ...Object.keys(operation.refusals)])
    expect(isMissSwallowed(`${service}.${name}`, operation, outcome)).toBe(false)
  })

  test.each(of_oneself)('%s.%s is for any member of staff', async (service, name, operation) => {
    const call = Reflect.get(services[service], name) as Call
    const input = operation.input.parse(inputs[name] ?? {})
    for (const caller of [null, { customer_id: 1, kind: 'guest', token: 'g' } as const]) {
      await expect(call(caller, input)).rejects.toMatchObject({ code: 'staff_only', status: 403 })
    }
    const outcome = await outcomeOf(() => call(staffWith({}), input))
    expect(outcome).toBeOneOf(['done', ...Object.keys(operation.refusals)])
    expect(isMissSwallowed(`${service}.${name}`, operation, outcome)).toBe(false)
  })

  test.each(operations)('%s.%s has no address', async (_service, _name, operation) => {
    const { method, path } = operation
    const token = await door.guest()
    for (const prefix of ['/api/staff', '/api/cart', '/api/cart/v1', '/api']) {
      const bearer = { authorization: `Bearer ${token}` }
      const answer = await door.call(method, prefix + path, { headers: bearer })
      expect(answer.status).toBe(404)
    }
  })

  test('is in no OpenAPI document', async () => {
    const { text } = await door.call('GET', '/api/openapi.json')
    const summaries = operations.map(([, , { summary }]) => summary)
    expect(summaries.filter((summary) => text.includes(summary))).toEqual([])
    expect(text).toContain('"operationId":"cart.addItem"')
  })
})

function isMissSwallowed(name: string, { method }: AnyOperation, outcome: string): boolean {
  return outcome === 'done' && method !== 'GET' && !done_in_an_empty_shop.includes(name)
}

async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call()
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
