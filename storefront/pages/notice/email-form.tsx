import { NoticeForm, type WishWords } from '#storefront/pages/notice/notice-form.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Asks for the address of a mail. */
export function EmailForm({ wish }: { wish: WishWords }) {
  return (
    <NoticeForm intent="email" wish={wish} button="Đăng ký nhận tin">
      <TextField
        name="email"
        label="Email của bạn"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={200}
      />
      <p className="text-sm text-muted">
        Bạn nhận một thư khi {wish.when}, không gửi {wish.night}. Cửa hàng chỉ dùng địa chỉ này cho
        việc đó; thư nào cũng có liên kết để dừng.
      </p>
    </NoticeForm>
  )
}
