import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { obtainSession } from '#storefront/runtime/browser/browser-session.ts'
import { setWishes } from '#storefront/runtime/sign-in/session-state.ts'
import { showProblem } from '#storefront/commerce/cart/show-result.ts'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'
import { showToast } from '#web/ui/toast-list.ts'

const limit_ms = 10_000

/** Likes a product, or no longer, and says so. Loaded with the first press. */
export async function sendWish(product_id: number, wants: boolean): Promise<void> {
  try {
    // A first visit has no token before that.
    await obtainSession()
    const response = await fetch('/api/wishlist/v1/wishlist', {
      method: wants ? 'POST' : 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ product_id }),
      signal: AbortSignal.timeout(limit_ms),
    })
    if (response.status === 401) {
      reloadOnce()
      return
    }
    const { data, error } = (await response.json()) as WishAnswer
    if (error) {
      showProblem({ refusal: error, problems: {} })
      return
    }
    setWishes(data.product_ids)
    const link = { text: 'Xem danh sách', to: frame_paths.wishlist }
    if (wants) showToast({ kind: 'success', text: 'Đã thêm vào Yêu thích', link })
    else showToast({ kind: 'info', text: 'Đã bỏ khỏi Yêu thích', link })
  } catch {
    showToast({ kind: 'error', text: 'Chưa lưu được. Vui lòng kiểm tra kết nối rồi thử lại.' })
  }
}

interface ShownError {
  code: string
  data: unknown
}
type WishAnswer =
  | { data: { product_ids: number[] }; error?: undefined }
  | { data?: undefined; error: ShownError }
