import { z } from 'zod'
import type { CompanyInvoice, quote, Recipient } from '#contracts/storefront/quote.ts'
import { nationalForm, readMobile } from '#platform/text/vietnamese-phone.ts'
import { addressProblem, nameProblem } from '#shop/quote/address-letters.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { readTaxCode } from '#pure/vietnamese/tax-code.ts'

type AddressInput = z.output<typeof quote.setAddress.input>

/** Buyer, recipient and delivery. Data of the address from the database is added later. */
export type CheckedAddress = Pick<
  Recipient,
  | 'salutation'
  | 'name'
  | 'phone'
  | 'email'
  | 'recipient_name'
  | 'recipient_phone'
  | 'note'
  | 'promotion_announcement'
  | 'company_invoice'
  | 'data_transfer'
> & { goes_to: HomeAddress | { method: 'store_pickup'; shop_id: number } }

/** A ward by its id, else by its name within a province of the retailer. */
interface HomeAddress {
  method: 'home_delivery'
  province_id: number | null
  province_code: string | null
  district_id: number | null
  ward_id: number | null
  new_ward_id: number | null
  ward_name: string | null
  street: string
}

const choose_ward = 'Vui lòng chọn phường, xã.'
const choose_province = 'Vui lòng chọn tỉnh, thành phố.'
export const no_such_province = 'Chưa giao hàng đến tỉnh, thành phố này.'

/** The message for each field that a shopper must correct. */
export type Problems = Record<string, string>

/**
 * Checks the typed address (contract §3 quote address, §7 POST /v1/quote/address). Fields of the delivery method that
 * was not chosen are ignored.
 */
export function checkAddress(
  input: AddressInput,
): { address: CheckedAddress; problems: null } | { address: null; problems: Problems } {
  const problems: Problems = {}
  const name = checkedName(input.name, 'name', problems)
  const phone = checkedPhone(input.phone, 'phone', problems)
  const email = checkedEmail(input.email, problems, 'email')
  const other = otherRecipient(input, problems)
  const goes_to = destination(input, problems)
  const company_invoice = input.wants_company_invoice ? checkedInvoice(input, problems) : null
  if (Object.keys(problems).length > 0 || goes_to === null) return { address: null, problems }
  const note = input.note === undefined ? null : textOrNull(withoutLinks(input.note).trim())
  const { salutation = null, promotion_announcement, wants_data_transfer: data_transfer } = input
  const buyer = { salutation, name, phone, email, ...other, note, promotion_announcement }
  return { address: { ...buyer, company_invoice, data_transfer, goes_to }, problems: null }
}

/** The typed part of a stored recipient, for another checkout. Null if its address has no ward in force. */
export function addressOf(recipient: Recipient): CheckedAddress | null {
  const { name, phone, email, recipient_name, recipient_phone, note: _note, ...rest } = recipient
  const { promotion_announcement, company_invoice, shipping_method, erp_shop_id, ward_id } = rest
  const { salutation = null } = rest
  const buyer = { salutation, name, phone, email, recipient_name, recipient_phone, note: null }
  const about = { ...buyer, promotion_announcement, company_invoice }
  if (shipping_method === 'store_pickup') {
    if (erp_shop_id === null) return null
    return { ...about, goes_to: { method: 'store_pickup', shop_id: erp_shop_id } }
  }
  if (ward_id === null) return null
  const area = { province_id: null, province_code: null, district_id: null, new_ward_id: null }
  const street = rest.street ?? ''
  return {
    ...about,
    goes_to: { method: 'home_delivery', ...area, ward_id, ward_name: null, street },
  }
}

/** The address as one line for drivers and shoppers. */
export function addressText(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ')
}

function destination(input: AddressInput, problems: Problems): CheckedAddress['goes_to'] | null {
  if (input.shipping_method === 'store_pickup') {
    if (input.erp_shop_id !== undefined) {
      return { method: 'store_pickup', shop_id: input.erp_shop_id }
    }
    problems['erp_shop_id'] = 'Vui lòng chọn cửa hàng nhận hàng.'
    return null
  }
  const street = checkedLine(input.street, 'street', problems)
  if (street === null) problems['street'] = 'Vui lòng nhập số nhà, tên đường.'
  if (input.ward_id === undefined && input.province_id === undefined) {
    const has_area = input.province_code !== undefined || input.district_id !== undefined
    problems[has_area ? 'ward_id' : 'province_id'] = has_area ? choose_ward : choose_province
    return null
  }
  if (street === null) return null
  return {
    method: 'home_delivery',
    province_id: input.province_id ?? null,
    province_code: input.province_code ?? null,
    district_id: input.district_id ?? null,
    ward_id: input.ward_id ?? null,
    new_ward_id: input.new_ward_id ?? null,
    ward_name: withoutLinks(checkedLine(input.ward_name, 'ward_name', problems) ?? '') || null,
    street: withoutLinks(street),
  }
}

function otherRecipient(input: AddressInput, problems: Problems) {
  const name = textOrNull(input.recipient_name)
  const phone = textOrNull(input.recipient_phone)
  if (name === null && phone === null) return { recipient_name: null, recipient_phone: null }
  if (name === null) problems['recipient_name'] = 'Vui lòng nhập tên người nhận.'
  if (phone === null) problems['recipient_phone'] = 'Vui lòng nhập số điện thoại người nhận.'
  return {
    recipient_name: name && checkedName(name, 'recipient_name', problems),
    recipient_phone: phone && checkedPhone(phone, 'recipient_phone', problems),
  }
}

type InvoiceInput = Pick<
  AddressInput,
  'company_name' | 'company_tax_code' | 'company_address' | 'company_email'
>

/** Checks a company invoice that is asked for after the order. */
export function checkInvoice(
  input: InvoiceInput,
): { invoice: CompanyInvoice; problems: null } | { invoice: null; problems: Problems } {
  const problems: Problems = {}
  const invoice = checkedInvoice(input, problems)
  if (invoice === null || Object.keys(problems).length > 0) return { invoice: null, problems }
  return { invoice, problems: null }
}

/**
 * Checks a company invoice. All four fields are required: an invoice without one of them is no expense of a company.
 */
function checkedInvoice(input: InvoiceInput, problems: Problems): CompanyInvoice | null {
  const name = checkedLine(input.company_name, 'company_name', problems)
  const address = checkedLine(input.company_address, 'company_address', problems)
  const typed_code = textOrNull(input.company_tax_code)
  const tax_code = typed_code === null ? null : readTaxCode(typed_code)
  const email = checkedEmail(input.company_email, problems, 'company_email')
  if (name === null) problems['company_name'] = 'Vui lòng nhập tên công ty.'
  if (tax_code === null) {
    problems['company_tax_code'] =
      typed_code === null
        ? 'Vui lòng nhập mã số thuế.'
        : 'Mã số thuế không đúng. Vui lòng kiểm tra lại từng số.'
  }
  if (address === null) problems['company_address'] = 'Vui lòng nhập địa chỉ công ty.'
  if (email === null) problems['company_email'] ??= 'Vui lòng nhập email nhận hóa đơn.'
  if (name === null || tax_code === null || address === null || email === null) return null
  return { name, tax_code, address, email }
}

function checkedName(name: string, field: string, problems: Problems): string {
  const problem = nameProblem(name)
  if (problem !== null) problems[field] = problem
  return withoutLinks(name)
}

/** An address or the name of a company, as typed; null if it is missing. */
function checkedLine(typed: string | undefined, field: string, problems: Problems): string | null {
  const text = textOrNull(typed)
  if (text === null) return null
  const problem = addressProblem(text)
  if (problem !== null) problems[field] = problem
  return text
}

function checkedPhone(text: string, field: string, problems: Problems): string {
  const { e164, problem } = readMobile(text)
  if (problem !== null) problems[field] = problem
  return e164 === null ? '' : nationalForm(e164)
}

function checkedEmail(
  typed: string | undefined,
  problems: Problems,
  field: 'email' | 'company_email',
): string | null {
  const email = textOrNull(typed)
  if (email !== null && !z.email().safeParse(email).success) {
    problems[field] = 'Email không đúng. Ví dụ: ten@gmail.com.'
  }
  return email
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
