import { useState } from 'react'
import { account_addresses } from '#storefront/addresses/account.ts'
import type { WishWords } from '#storefront/pages/notice/notice-form.tsx'
import type { PushProblem } from '#storefront/pages/notice/subscribe-push.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

interface PushFormProps {
  wish: WishWords
  /** The operation that is told of this browser, and the page that follows. */
  path: string
  done_url: string
  push_key: string
}

/** Turns on notifications of this browser: only after a press, and only where the visitor agreed to a worker. */
export function PushForm({ wish, path, done_url, push_key }: PushFormProps) {
  const [problem, setProblem] = useState<PushProblem | null>(null)
  const [is_busy, setBusy] = useState(false)
  const press = async () => {
    if (is_busy) return
    setBusy(true)
    setProblem(null)
    const { subscribePush } = await import('#storefront/pages/notice/subscribe-push.ts')
    const found = await subscribePush({ path, fields: wish.fields }, push_key)
    if (found === null) {
      location.assign(done_url)
      return
    }
    setProblem(found)
    setBusy(false)
  }
  return (
    <div className="grid gap-4">
      {problem !== null && (
        <div role="alert">
          <Notice kind="error">
            {push_problems[problem]}
            {problem === 'no_consent' && (
              <>
                {' '}
                <a
                  href={account_addresses.privacy.path}
                  className="font-semibold text-accent underline"
                >
                  Mở quyền riêng tư
                </a>
              </>
            )}
          </Notice>
        </div>
      )}
      <p className="text-sm text-muted">
        Bạn nhận một thông báo trên trình duyệt này khi {wish.when}, không gửi {wish.night}. Cửa
        hàng lưu địa chỉ thông báo của trình duyệt, không lưu tên hay số điện thoại.
      </p>
      <p className="hidden text-sm font-semibold noscript:block">
        Cách này cần JavaScript. Bạn có thể nhận tin qua email.
      </p>
      <button
        type="button"
        onClick={press}
        aria-disabled={is_busy}
        className={buttonClass('primary', 'min-h-12 noscript:hidden')}
      >
        Bật thông báo
      </button>
    </div>
  )
}

export const push_problems: Record<PushProblem, string> = {
  no_consent:
    'Để nhận thông báo, trình duyệt cần lưu một phần của cửa hàng. Hãy cho phép “Lưu trên máy này và thông báo” rồi quay lại.',
  unsupported:
    'Trình duyệt này chưa nhận được thông báo. Bạn có thể chọn email; trên iPhone, hãy thêm cửa hàng vào màn hình chính trước.',
  denied: 'Trình duyệt đang chặn thông báo của cửa hàng. Bạn có thể bật lại trong cài đặt trang.',
  refused: 'Chưa đăng ký được. Vui lòng tải lại trang rồi thử lại.',
  failed: 'Chưa bật được thông báo. Vui lòng thử lại, hoặc chọn email.',
}
