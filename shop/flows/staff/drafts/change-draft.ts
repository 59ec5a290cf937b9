import type { z } from 'zod'
import { drafts as contract } from '#contracts/staff/orders/drafts.ts'
import { give_discount } from '#contracts/staff/permissions.ts'
import type { Tx } from '#db/schema.ts'
import { limitOf, reachOf } from '#pure/access.ts'
import { InvalidInput, type StaffActor } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { findCartLines } from '#shop/cart/cart-store.ts'
import { type DraftOrder, type TypedDraft, updateDraft } from '#shop/draft/draft-store.ts'
import { addItem } from '#shop/flows/cart/add-item.ts'
import { removeItem } from '#shop/flows/cart/remove-item.ts'
import { setQuantity } from '#shop/flows/cart/set-quantity.ts'
import { createQuote } from '#shop/flows/quote/create-quote.ts'
import { setAddress } from '#shop/flows/quote/set-address.ts'
import { lockOpenQuote, showQuote } from '#shop/flows/quote/show-quote.ts'
import { removeVoucher, setVoucher } from '#shop/flows/quote/set-voucher.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { guestOf, lockOpenDraft } from '#shop/flows/staff/drafts/open-draft.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findPickupShop } from '#shop/location/pickup-shop-store.ts'
import { findWard } from '#shop/location/units-store.ts'
import { type CheckedAddress, checkAddress, no_such_province } from '#shop/quote/address.ts'
import { findOpenQuote, updateStaffDiscount } from '#shop/quote/quote-store.ts'
import { findItemOfSku } from '#shop/views/stock/sellable-goods-store.ts'

type Adding = z.output<typeof contract.addGoods.input>

/** Adds units of an item to a draft and prices it. Two scans at once both count. */
export async function addGoods(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { draft_id, sku, quantity }: Adding,
): Promise<{ version: number }> {
  const { now, write } = deps
  const version = await write({ actor, operation: 'drafts.addGoods' }, async (tx) => {
    const reach = reachOf(contract.addGoods, actor)
    const draft = await lockOpenDraft(tx, { draft_id }, reach, now())
    requireLimit(actor, draft, draft.discount)
    const item_id = await findItemOfSku(tx, sku)
    if (item_id === null) throw contract.addGoods.refuse('item_not_found', { name: sku })
    const province_id = await provinceOf(tx, draft.address)
    const goods = {
      item_id,
      item_type: item_types.normal,
      item_quantity: quantity,
      meta: {},
      province_id,
    } as const
    await addItem({ db: tx, now }, guestOf(draft), goods)
    return priceDraft(tx, deps, draft, draft)
  })
  return { version }
}

/** Fills an empty draft with units of items, by their item_id, and prices it. */
export async function fillDraft(
  tx: Tx,
  deps: StaffFlowDeps,
  draft: DraftOrder,
  units: ReadonlyMap<number, number>,
): Promise<void> {
  const province_id = await provinceOf(tx, draft.address)
  for (const [item_id, item_quantity] of units) {
    const goods = {
      item_id,
      item_type: item_types.normal,
      item_quantity,
      meta: {},
      province_id,
    } as const
    await addItem({ db: tx, now: deps.now }, guestOf(draft), goods)
  }
  await priceDraft(tx, deps, draft, draft)
}

type Saving = z.output<typeof contract.saveDraft.input>

/** Saves what staff typed into a draft that was seen in this version, and prices it. */
export async function saveDraft(
  deps: StaffFlowDeps,
  actor: StaffActor,
  input: Saving,
): Promise<{ version: number }> {
  const { now, write } = deps
  const reason = input.discount_reason ?? null
  const version = await write({ actor, operation: 'drafts.saveDraft', reason }, async (tx) => {
    const reach = reachOf(contract.saveDraft, actor)
    const draft = await lockOpenDraft(tx, input, reach, now())
    const typed = { address: typedAddress(draft.address, input), ...typedDiscount(input) }
    const has_new_goods = await setQuantities(tx, deps, draft, input)
    if (has_new_goods || typed.discount !== draft.discount) {
      requireLimit(actor, draft, typed.discount)
    }
    return priceDraft(tx, deps, draft, typed, input.voucher ?? null)
  })
  return { version }
}

/** Refuses a discount above what this member of staff may give. Other goods need it anew, whoever gave it before. */
function requireLimit(actor: StaffActor, draft: DraftOrder, discount: number): void {
  const max_discount = maxDiscount(actor, draft)
  if (discount > 0 && discount > max_discount) {
    throw contract.saveDraft.refuse('discount_too_high', {
      max_discount: Math.max(0, max_discount),
    })
  }
}

/** The highest discount that a member of staff may give on a draft; -Infinity: none. */
export function maxDiscount(actor: StaffActor, { shop_id, made_by }: DraftOrder): number {
  return limitOf(give_discount, actor, { shop_id, assigned_to: made_by })
}

/**
 * Saves the quantities that were typed; 0 removes a line. A line that is gone meanwhile is no mistake of whoever types.
 * Returns whether anything changed.
 */
async function setQuantities(
  tx: Tx,
  { now }: StaffFlowDeps,
  draft: DraftOrder,
  { quantities }: Saving,
): Promise<boolean> {
  let has_changed = false
  const province_id = await provinceOf(tx, draft.address)
  const question = { province_id, customer_group_id: null, now: now() }
  for (const [id, item_quantity] of Object.entries(quantities)) {
    const line_id = Number(id)
    const lines = await findCartLines(tx, draft.customer_id, question)
    const line = lines.find((one) => one.line_id === line_id)
    if (line === undefined || line.item_quantity === item_quantity) continue
    const named = { line_id, item_id: undefined, main_product_combo_id: undefined, province_id }
    const about = { ...named, item_type: line.item_type }
    has_changed = true
    const cart = { db: tx, now }
    if (item_quantity === 0) await removeItem(cart, guestOf(draft), about)
    else await setQuantity(cart, guestOf(draft), { ...about, item_quantity })
  }
  return has_changed
}

/** What was typed about buyer and address; null while nobody is named. An empty phone stays as it was. */
function typedAddress(stored: CheckedAddress | null, input: Saving): CheckedAddress | null {
  const phone = input.phone ?? stored?.phone ?? ''
  const name = input.name ?? ''
  if (name === '' && phone === '') return null
  const { shipping_method, ward_id, street, shop_id: erp_shop_id, email, note } = input
  const { address, problems } = checkAddress({
    ...{ name, phone, email, shipping_method, ward_id, street, erp_shop_id, note },
    salutation: stored?.salutation ?? undefined,
    promotion_announcement: false,
    wants_company_invoice: false,
    wants_data_transfer: false,
    need_confirm: true,
  })
  if (problems) throw new InvalidInput(problems)
  return address
}

function typedDiscount({ discount = 0, discount_reason }: Saving) {
  if (discount % 1_000 !== 0) throw new InvalidInput({ discount: 'Giảm giá theo nghìn đồng.' })
  if (discount > 0 && (discount_reason ?? '') === '') {
    throw new InvalidInput({ discount_reason: 'Hãy ghi lý do giảm giá.' })
  }
  return { discount, discount_reason: discount > 0 ? (discount_reason ?? null) : null }
}

/** The address as the form of the checkout sends it. */
function addressInput({ goes_to, ...buyer }: CheckedAddress): Parameters<typeof setAddress>[2] {
  const { name, phone, email, recipient_name, recipient_phone, note } = buyer
  const shop_id = goes_to.method === 'store_pickup' ? goes_to.shop_id : undefined
  const home = goes_to.method === 'home_delivery' ? goes_to : null
  return {
    ...{ name, phone, promotion_announcement: buyer.promotion_announcement },
    salutation: buyer.salutation ?? undefined,
    email: email ?? undefined,
    recipient_name: recipient_name ?? undefined,
    recipient_phone: recipient_phone ?? undefined,
    note: note ?? undefined,
    shipping_method: goes_to.method,
    erp_shop_id: shop_id,
    ward_id: home?.ward_id ?? undefined,
    street: home?.street,
    wants_company_invoice: false,
    wants_data_transfer: false,
    need_confirm: true,
  }
}

/** The province that decides the prices: that of the address, else the default. */
async function provinceOf(tx: Tx, address: CheckedAddress | null): Promise<number> {
  if (address === null) return default_province_id
  const { goes_to } = address
  if (goes_to.method === 'store_pickup') {
    const shop = await findPickupShop(tx, goes_to.shop_id)
    if (shop === null) throw contract.saveDraft.refuse('shop_not_found')
    return shop.province_id
  }
  const ward = goes_to.ward_id === null ? null : await findWard(tx, goes_to.ward_id)
  const province_id = ward?.province_id ?? null
  if (province_id === null) throw new InvalidInput({ ward_id: no_such_province })
  return province_id
}

/**
 * Makes the checkout of a draft anew, as its shopper would: with all goods, the address, the voucher and what staff
 * take off. Returns the new version. `voucher`: the code that was typed, null for none; absent: it stays.
 */
async function priceDraft(
  tx: Tx,
  { now }: StaffFlowDeps,
  draft: DraftOrder,
  typed: TypedDraft,
  voucher?: string | null,
): Promise<number> {
  const deps = { db: tx, now }
  const guest = guestOf(draft)
  const province_id = await provinceOf(tx, typed.address)
  const question = { province_id, customer_group_id: null, now: now() }
  const lines = await findCartLines(tx, draft.customer_id, question)
  if (lines.length === 0) {
    await deleteUnordered(tx, draft.customer_id)
    return updateDraft(tx, draft, typed, { quote_id: null, goods: '' }, now())
  }
  const { quote_id } = await createQuote(deps, guest, {
    Quote: { type: item_types.normal, province_id },
    QuoteItems: lines.map(({ line_id, item_quantity }) => ({ line_id, item_quantity, meta: {} })),
  })
  if (typed.address !== null) await setAddress(deps, guest, addressInput(typed.address))
  if (voucher !== undefined) await changeVoucher(tx, now, draft, voucher)
  if (typed.discount > 0) await updateStaffDiscount(tx, quote_id, typed.discount)
  // Its shopper and whoever places it confirm the total that is shown now.
  const quote = await lockOpenQuote(tx, draft.customer_id, now())
  const { totals } = await showQuote(tx, quote, { now: now() })
  if (typed.discount > 0 && totals.grand_total <= 0) {
    throw new InvalidInput({ discount: 'Giảm giá riêng phải nhỏ hơn tiền hàng.' })
  }
  const goods = lines.map(({ item_quantity, item }) => `${item_quantity} × ${item.name}`).join(', ')
  return updateDraft(tx, draft, typed, { quote_id, goods }, now())
}

async function changeVoucher(
  tx: Tx,
  now: StaffFlowDeps['now'],
  draft: DraftOrder,
  voucher: string | null,
): Promise<void> {
  const quote = await findOpenQuote(tx, draft.customer_id, now())
  if (!quote || quote.voucher_code === (voucher?.toUpperCase().replaceAll(' ', '') ?? null)) return
  const deps = { db: tx, now }
  if (voucher === null) await removeVoucher(deps, guestOf(draft))
  else {
    try {
      await setVoucher(deps, guestOf(draft), { code: voucher, is_confirmed: true })
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      throw new InvalidInput({ voucher: error.problems['code'] ?? 'Mã giảm giá không dùng được.' })
    }
  }
}
