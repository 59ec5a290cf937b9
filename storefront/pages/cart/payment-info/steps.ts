import type { Recipient } from '#contracts/storefront/quote.ts'
import { calledName, type Salutation } from '#pure/vietnamese/called-name.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'

/** The steps of the form, of which a phone shows one at a time. Their names are also the hashes of the address. */
export const step_names = ['khach-hang', 'nhan-hang', 'yeu-cau-khac'] as const
export type StepName = (typeof step_names)[number]

export const step_titles: Readonly<Record<StepName, string>> = {
  'khach-hang': 'THÔNG TIN KHÁCH HÀNG',
  'nhan-hang': 'THÔNG TIN NHẬN HÀNG',
  'yeu-cau-khac': 'YÊU CẦU KHÁC',
}

/** The fields of the first step and of the last. All others say where the order goes. */
const fields_of = {
  'khach-hang': ['salutation', 'name', 'phone', 'email', 'promotion_announcement'],
  'yeu-cau-khac': [
    ...['note', 'wants_company_invoice', 'wants_data_transfer'],
    ...['company_name', 'company_tax_code', 'company_address', 'company_email'],
  ],
} as const satisfies Partial<Record<StepName, readonly string[]>>

export function stepOfField(field: string): StepName {
  const named = (['khach-hang', 'yeu-cau-khac'] as const).find((step) =>
    (fields_of[step] as readonly string[]).includes(field),
  )
  return named ?? 'nhan-hang'
}

export function stepNamed(name: string): StepName | null {
  return step_names.find((step) => step === name) ?? null
}

/** The step that an answer opens: the first one with a problem, else the one after the step that was sent alone. */
export function stepOfAnswer({ refusal, problems, values }: FormAnswer): StepName | null {
  const wrong = Object.keys(problems).map(stepOfField)
  const first = step_names.find((step) => wrong.includes(step))
  if (first !== undefined) return first
  const was_alone = values['step'] === 'khach-hang'
  if (refusal !== null) return was_alone ? 'khach-hang' : 'nhan-hang'
  return was_alone ? 'nhan-hang' : null
}

/** What is typed in the form, by the name of the field. */
export type Typed = Readonly<Record<string, string | undefined>>

/** The saved recipient as the form would send it. */
export function typedOf(recipient: Recipient | null): Typed {
  if (recipient === null) return {}
  const { salutation, name, phone, note, company_invoice, data_transfer } = recipient
  return {
    ...{ salutation: salutation ?? '', name, phone, note: note ?? '' },
    shipping_method: recipient.shipping_method,
    ward_name: recipient.ward_name ?? '',
    street: recipient.street ?? '',
    erp_shop_id: String(recipient.erp_shop_id ?? ''),
    wants_company_invoice: company_invoice === null ? '' : '1',
    wants_data_transfer: data_transfer ? '1' : '',
  }
}

/** The line that stands for a folded step; empty if there is nothing to say. */
export function lineOf(
  step: StepName,
  typed: Typed,
  shops: readonly { erp_shop_id: number; name: string }[],
): string {
  if (step === 'khach-hang') {
    const { salutation, name = '', phone = '' } = typed
    const called = calledName({ name, salutation: salutation ? (salutation as Salutation) : null })
    return [called, phone].filter(Boolean).join(' · ')
  }
  if (step === 'nhan-hang') return destinationOf(typed, shops)
  const wishes = [
    typed['note'] && `Ghi chú: ${typed['note']}`,
    typed['wants_company_invoice'] === '1' && 'Hóa đơn công ty',
    typed['wants_data_transfer'] === '1' && 'Chuyển dữ liệu từ máy cũ',
  ]
  return wishes.filter(Boolean).join(' · ')
}

function destinationOf(
  typed: Typed,
  shops: readonly { erp_shop_id: number; name: string }[],
): string {
  const { shipping_method, street = '', erp_shop_id } = typed
  if (shipping_method === 'store_pickup') {
    const shop = shops.find((one) => String(one.erp_shop_id) === erp_shop_id)
    return shop === undefined ? 'Chưa chọn cửa hàng' : `Nhận tại ${shop.name}`
  }
  const ward = typed['ward_name'] || (typed['legacy_ward_id'] ?? '').replace(/^\d+ /, '')
  const place = [street, ward].filter(Boolean).join(', ')
  return place === '' ? 'Chưa có địa chỉ' : `Giao đến ${place}`
}
