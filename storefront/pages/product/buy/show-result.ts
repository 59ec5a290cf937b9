import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { isFormAnswer } from '#storefront/runtime/form-answer.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { showToast } from '#web/ui/toast-list.ts'

interface Problem {
  refusal: Parameters<typeof refusalMessage>[0] | null
  /** Of fields, by name. */
  problems: Readonly<Record<string, string>>
}

/** Says that the item is in the cart, or why it is not. */
export function showAdded(answer: unknown): void {
  if (isFormAnswer(answer)) {
    showProblem(answer)
    return
  }
  const link = { text: 'Xem giỏ hàng', to: frame_paths.cart }
  showToast({ kind: 'success', text: 'Đã thêm vào giỏ hàng', link })
}

/** Says why something could not be added. Few shoppers ever see that, so its texts are loaded only then. */
export function showProblem({ refusal, problems }: Problem): void {
  const [text = 'Chưa thêm được sản phẩm. Vui lòng thử lại.'] = Object.values(problems)
  const message = refusal ? refusalMessage(refusal) : { text }
  const { button, href } = { button: undefined, href: undefined, ...message }
  const link = button && href ? { text: button, to: href } : undefined
  showToast({ kind: 'error', text: message.text, ...(link ? { link } : {}) })
}
