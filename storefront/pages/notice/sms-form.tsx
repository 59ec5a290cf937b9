import { useActionData } from 'react-router'
import { NoticeForm } from '#storefront/pages/notice/notice-form.tsx'
import type { NoticeData, SentCode } from '#storefront/pages/notice/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The phone, then its code; a member has proven the own phone already. */
export function SmsForm({ data: { item, own_phone } }: { data: NoticeData }) {
  const { values, refusal } = useFormAnswer()
  const sent = useActionData<{ found?: SentCode }>()?.found
  const otp_token =
    sent?.otp_token ?? (refusal?.code === 'otp_is_expired' ? undefined : values['otp_token'])
  const when = item.is_in_stock ? 'giá thấp hơn hiện nay' : 'sản phẩm có hàng trở lại'
  const promise = `Bạn nhận một tin nhắn khi ${when}, không gửi từ 21 giờ đến 8 giờ sáng. Tin nào cũng có liên kết để dừng.`
  if (otp_token !== undefined) {
    return (
      <NoticeForm intent="sms" item={item} button="Xác nhận và đăng ký">
        {sent && <Notice kind="info">Mã xác nhận 6 số đã được gửi tới điện thoại của bạn.</Notice>}
        <input type="hidden" name="otp_token" value={otp_token} />
        <TextField
          name="code"
          label="Mã xác nhận"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
        <p className="text-sm text-muted">Mã có hiệu lực 5 phút.</p>
      </NoticeForm>
    )
  }
  return (
    <>
      {own_phone !== null && (
        <NoticeForm intent="sms" item={item} button={`Nhắn tới số ${own_phone}`}>
          <p className="text-sm text-muted">{promise}</p>
        </NoticeForm>
      )}
      {own_phone !== null && (
        <p className="border-t border-line pt-4 font-semibold">Hoặc nhắn tới số khác</p>
      )}
      <NoticeForm
        intent="code"
        item={item}
        button="Gửi mã xác nhận"
        look={own_phone === null ? 'primary' : 'outline'}
      >
        <TextField
          name="phone"
          label="Số điện thoại của bạn"
          hint="Ví dụ 0912 345 678"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
        />
        {own_phone === null && <p className="text-sm text-muted">{promise}</p>}
      </NoticeForm>
    </>
  )
}
