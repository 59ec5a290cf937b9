import { addresses, dataPath, pathWith, staff_root } from '#admin/addresses/addresses.ts'

/** The event stream that says when something changed that waits. */
export const live_path = dataPath(`${staff_root}/truc-tiep`)

/** The path of one member of staff. */
export function personPath(staff_id: number | string): string {
  return pathWith(addresses.person, { staff_id: String(staff_id) })
}

/** The page of a flash sale. */
export function flashSalePath(flash_sale_id: number | string): string {
  return pathWith(addresses.flash_sale, { flash_sale_id: String(flash_sale_id) })
}

/** The page of a flash sale that does not exist yet, with the fields of another one if that is copied. */
export function newFlashSalePath(copied?: number): string {
  return `${flashSalePath('moi')}${copied === undefined ? '' : `?chep=${copied}`}`
}

/** The page of staff for a landing page; `moi`: one that does not exist yet. */
export function landingPagePath(code: string): string {
  return pathWith(addresses.landing_page, { code })
}

/** The page of staff for an article. */
export function articlePath(code: string): string {
  return pathWith(addresses.article, { code })
}

/** The path of a role's page. */
export function rolePath(role_code: string): string {
  return pathWith(addresses.role, { role_code })
}

/** The path of an entry of the ledger. */
export function changePath(change_id: number): string {
  return pathWith(addresses.change, { change_id: String(change_id) })
}

/** The path of an order's page. */
export function orderPath(code: string): string {
  return pathWith(addresses.order, { code })
}

/** The page of an old device. */
export function tradeInPath(code: string): string {
  return pathWith(addresses.trade_in, { code })
}

/** A piece that is set aside. */
export function shopReservationPath(code: string): string {
  return pathWith(addresses.shop_reservation, { code })
}

/** The receipt of an order, for its shopper. */
export function orderReceiptPath(code: string): string {
  return `${pathWith(addresses.order_print, { code })}?phieu=ban`
}

/** The path of an order that staff begin for a shopper. */
export function draftPath(draft_id: number | string): string {
  return pathWith(addresses.draft, { draft_id: String(draft_id) })
}

/** The path of the page that changes who receives an order. */
export function recipientPath(code: string): string {
  return pathWith(addresses.order_recipient, { code })
}

/** The path where goods are taken off an order, or added. */
export function orderGoodsPath(code: string): string {
  return pathWith(addresses.order_goods, { code })
}

/** The path where a part of an order becomes an order of its own. */
export function orderSplitPath(code: string): string {
  return pathWith(addresses.order_split, { code })
}

/** The path where another shop is chosen to ship an order. */
export function orderShopPath(code: string): string {
  return pathWith(addresses.order_shop, { code })
}

/** The path where tags are put on an order. */
export function orderTagsPath(code: string): string {
  return pathWith(addresses.order_tags, { code })
}

/** The path of the customer of an order: no phone stands in an address. */
export function customerPath(order_code: string): string {
  return pathWith(addresses.customer, { code: order_code })
}

/** The path of a parcel's page. */
export function parcelPath(code: string): string {
  return pathWith(addresses.parcel, { code })
}

/** The path where an order is packed. */
export function packPath(order_code: string): string {
  return pathWith(addresses.pack_order, { code: order_code })
}

/** The path where an order is prepared for its pick-up and given to its shopper. */
export function pickupPath(order_code: string): string {
  return pathWith(addresses.pickup, { code: order_code })
}

/** The path of a device in repair. */
export function ticketPath(code: string): string {
  return pathWith(addresses.repair, { code })
}

/** A repair service with its prices. */
export function repairServicePath(sku: string): string {
  return pathWith(addresses.repair_service, { code: sku })
}

/** The slip and the label of a device in repair. */
export function ticketSlipPath(code: string): string {
  return pathWith(addresses.repair_slip, { code })
}

/** The path where a device is received, for a booking. */
export function receivePath(booking_code: string): string {
  return `${addresses.new_repair.path}?${new URLSearchParams({ lich: booking_code })}`
}

/** What is chosen of a new appointment so far. */
export interface BookingChoice {
  shop_id?: number | null | undefined
  /** YYYY-MM-DD */
  day?: string | undefined
  item_ids: readonly number[]
}

/** The form of a new appointment. */
export function newBookingPath({ shop_id, day, item_ids }: BookingChoice): string {
  const query = new URLSearchParams()
  if (shop_id) query.set('shop_id', String(shop_id))
  if (day) query.set('day', day)
  for (const item of item_ids) query.append('item', String(item))
  return `${addresses.new_booking.path}?${query}`
}

/** The confirmation of an appointment on paper. */
export function bookingSlipPath(code: string): string {
  return pathWith(addresses.booking_slip, { code })
}

/** The path of a return of goods. */
export function returnPath(code: string): string {
  return pathWith(addresses.return, { code })
}

/** The path where goods of an order are taken back, by its code or that of a unit. */
export function newReturnPath(q: string): string {
  return `${addresses.new_return.path}?${new URLSearchParams({ q })}`
}

/** The path where a refund of an order is asked for. */
export function askRefundPath(order_code: string): string {
  return `${addresses.refund_requests.path}?${new URLSearchParams({ don: order_code })}`
}

/** The path of a unit by its IMEI or serial number. */
export function unitPath(code: string): string {
  return pathWith(addresses.unit, { code })
}

/** The path of a request for the prices of a card. */
export function cardPath(card_id: number | string): string {
  return pathWith(addresses.card, { code: String(card_id) })
}

/** The path of a review of a shopper. */
export function staffReviewPath(review_id: number | string): string {
  return pathWith(addresses.talk_review, { code: String(review_id) })
}

/** The path of a question or a reply of a shopper. */
export function staffCommentPath(comment_id: number | string): string {
  return pathWith(addresses.talk_comment, { code: String(comment_id) })
}

/** The path of an application for a loan. */
export function loanPath(code: string): string {
  return pathWith(addresses.loan, { code })
}

/** The path of the picture of a document. */
export function loanPaperPath(code: string, kind: string): string {
  return `${addresses.loans.path}/${code}/giay-to/${kind}`
}

/** The path of the file for a company without an interface. */
export function loanFilePath(code: string): string {
  return `${addresses.loans.path}/${code}/ban-giao.xlsx`
}

/** The path of the picture of one side of a card. */
export function cardPicturePath(card_id: number | string, side: string): string {
  return `${addresses.cards.path}/${card_id}/anh/${side}`
}

/** The path of a picture, below the page of its subject: `nho` is a thumbnail. */
export function picturePath(
  subject_path: string,
  picture_id: number | string,
  size: 'nho' | 'lon' | ':size',
): string {
  return `${subject_path}/anh/${picture_id}/${size}`
}

/** The path of a receipt of goods. */
export function receiptPath(code: string): string {
  return pathWith(addresses.receipt, { code })
}

/** The path of a transfer. */
export function transferPath(code: string): string {
  return pathWith(addresses.transfer, { code })
}

/** The path of a count. */
export function countPath(code: string): string {
  return pathWith(addresses.count, { code })
}

/** The path of a job on many orders. */
export function bulkJobPath(bulk_job_id: number): string {
  return pathWith(addresses.bulk_job, { bulk_job_id: String(bulk_job_id) })
}

/** The path of what became of every order of a job, as a file. */
export function bulkReceiptPath(bulk_job_id: number | string, format: 'csv' | 'xlsx'): string {
  return `${addresses.bulk_jobs.path}/${bulk_job_id}/ket-qua.${format}`
}

/** The path of an e-mail as its reader sees it. */
export function mailPath(outbox_id: number | string): string {
  return `${addresses.outbox.path}/${outbox_id}`
}

/** The page of a used device. */
export function usedUnitPath(imei_id: number | string): string {
  return pathWith(addresses.used_unit, { code: String(imei_id) })
}

/** The label for the shelf of a used device. */
export function usedLabelPath(imei_id: number | string): string {
  return pathWith(addresses.used_label, { code: String(imei_id) })
}
