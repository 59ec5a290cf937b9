import { promiseText } from '#pure/delivery-text.ts'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { calledName } from '#pure/vietnamese/called-name.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'

/** The recipient and the delivery address of the order. */
export function CheckoutRecap({ recipient }: { recipient: Recipient }) {
  const isPickup = recipient.shipping_method === 'store_pickup'
  const rows: [name: string, value: string | null][] = [
    ['Khách hàng', calledName(recipient)],
    ['Số điện thoại', spacedPhone(recipient.phone)],
    ['Email', recipient.email],
    ['Người nhận', otherRecipient(recipient)],
    [isPickup ? 'Nhận tại cửa hàng' : 'Giao đến', whereTo(recipient)],
    ['Dự kiến', recipient.promise ? promiseText(recipient.promise, null) : null],
    ['Địa chỉ cũ', recipient.legacy_address],
    ['Ghi chú', recipient.note],
    ['Chuyển dữ liệu', recipient.data_transfer ? 'Từ máy cũ sang máy mới, miễn phí' : null],
    ['Hóa đơn công ty', invoiceLine(recipient)],
  ]
  return (
    <dl className="grid gap-2.5 text-body">
      {rows
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="grid grid-cols-[104px_1fr] gap-x-3 sm:grid-cols-[150px_1fr]">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function otherRecipient({ recipient_name, recipient_phone }: Recipient): string | null {
  if (recipient_name === null) return null
  return recipient_phone === null
    ? recipient_name
    : `${recipient_name} · ${spacedPhone(recipient_phone)}`
}

function invoiceLine({ company_invoice }: Recipient): string | null {
  if (company_invoice === null) return null
  const { name, tax_code, address, email } = company_invoice
  return `${name} · MST ${tax_code} · ${address} · ${email}`
}

function whereTo({ shop_name, address_text }: Recipient): string {
  if (shop_name === null || address_text.includes(shop_name)) return address_text
  return `${shop_name}, ${address_text}`
}
