import { useActionData } from 'react-router'
import { NoticeForm, type WishWords } from '#storefront/pages/notice/notice-form.tsx'
import type { SentCode } from '#storefront/pages/notice/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The phone, then its code; a member has proven the own phone already. */
export function SmsForm({ wish, own_phone }: { wish: WishWords; own_phone: string | null }) {
  const { values, refusal } = useFormAnswer()
  const sent = useActionData<{ found?: SentCode }>()?.found
  const otp_token =
    sent?.otp_token ?? (refusal?.code === 'otp_is_expired' ? undefined : values['otp_token'])
  const promise = `Bạn nhận một tin nhắn khi ${wish.when}, không gửi ${wish.night}. Tin nào cũng có liên kết để dừng.`
  if (otp_token !== undefined) {
    return (
      <NoticeForm intent="sms" wish={wish} button="Xác nhận và đăng ký">
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
        <NoticeForm intent="sms" wish={wish} button={`Nhắn tới số ${own_phone}`}>
          <p className="text-sm text-muted">{promise}</p>
        </NoticeForm>
      )}
      {own_phone !== null && (
        <p className="border-t border-line pt-4 font-semibold">Hoặc nhắn tới số khác</p>
      )}
      <NoticeForm
        intent="code"
        wish={wish}
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
