import type { NoticeSubject } from '#contracts/storefront/notices.ts'
import { NoticeForm } from '#storefront/pages/notice/notice-form.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Asks for the address of a mail. */
export function EmailForm({ item }: { item: NoticeSubject }) {
  return (
    <NoticeForm intent="email" item={item} button="Đăng ký nhận tin">
      <TextField
        name="email"
        label="Email của bạn"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={200}
      />
      <p className="text-sm text-muted">
        {item.is_in_stock
          ? 'Bạn nhận một thư khi giá thấp hơn hiện nay.'
          : 'Bạn nhận một thư khi sản phẩm có hàng trở lại.'}{' '}
        Cửa hàng chỉ dùng địa chỉ này cho việc đó; thư nào cũng có liên kết để dừng.
      </p>
    </NoticeForm>
  )
}
