import { returnPath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { ShopField } from '#admin/pages/returns/shop-field.tsx'
import type { StaffReturn } from '#contracts/staff/returns.ts'

/** The answer to what a shopper asked for online: they are told where to bring the goods, or why not. */
export function AnswerForms({ data: { code, version, shops, shop_id } }: { data: StaffReturn }) {
  return (
    <section aria-labelledby="answer" className="sheet grid gap-4 text-sm">
      <h2 id="answer" className="part-title">
        Trả lời khách
      </h2>
      <StaffForm
        action={returnPath(code)}
        hidden={{ intent: 'accept', version }}
        className="grid gap-2"
      >
        <ShopField shops={shops} label="Khách mang hàng tới" chosen={shop_id} />
        <LineField label="Nhắn khách (không bắt buộc)" name="note" maxLength={300} />
        <button type="submit" className="tool-main justify-self-start">
          Duyệt, nhắn khách
        </button>
      </StaffForm>
      <StaffForm
        action={returnPath(code)}
        hidden={{ intent: 'reject', version }}
        className="grid gap-2 border-t border-line pt-4"
      >
        <LineField label="Lý do từ chối, khách đọc được" name="note" required maxLength={300} />
        <button type="submit" className="tool justify-self-start border-sale text-sale">
          Từ chối, nhắn khách
        </button>
      </StaffForm>
    </section>
  )
}

/** Takes goods that a shopper asked about and that are here now. */
export function ReceiveForm({ data }: { data: StaffReturn }) {
  const { code, version, has_codes, shops, shop_id, may } = data
  const form = (
    <StaffForm
      action={returnPath(code)}
      hidden={{ intent: 'receive', version }}
      className="grid gap-2"
    >
      {has_codes && (
        <LineField
          label="Quét IMEI hoặc serial của máy"
          name="unit_code"
          required
          autoFocus={!may.accept}
          maxLength={40}
        />
      )}
      <ShopField shops={shops} chosen={shop_id} />
      <button type="submit" className={`${may.accept ? 'tool' : 'tool-main'} justify-self-start`}>
        Đã nhận hàng
      </button>
    </StaffForm>
  )
  if (may.accept) {
    return (
      <details className="sheet text-sm">
        <summary className="cursor-pointer font-semibold text-muted">
          Khách đã mang hàng tới…
        </summary>
        <div className="mt-3">{form}</div>
      </details>
    )
  }
  return (
    <section aria-labelledby="receive" className="sheet grid gap-3 text-sm">
      <h2 id="receive" className="part-title">
        Hàng đã về?
      </h2>
      {form}
    </section>
  )
}

export function RejectForm({ data: { code, version } }: { data: StaffReturn }) {
  return (
    <details className="sheet text-sm">
      <summary className="cursor-pointer font-semibold text-sale">Từ chối, trả lại khách…</summary>
      <StaffForm
        action={returnPath(code)}
        hidden={{ intent: 'reject', version }}
        className="mt-3 flex flex-wrap items-end gap-2"
      >
        <LineField label="Lý do từ chối" name="note" required maxLength={300} />
        <button type="submit" className="tool border-sale text-sale">
          Từ chối
        </button>
      </StaffForm>
    </details>
  )
}
