import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { pictureUrl } from '#storefront/commerce/pictures/pictures.ts'
import type { AddedItem } from '#storefront/pages/cart/page.server.ts'
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
  const about = aboutOf((answer as { added?: AddedItem | null }).added ?? null)
  showToast({ kind: 'success', text: 'Đã thêm vào giỏ hàng', link, ...about })
}

/** The width in pixels of the picture in a toast, on a dense screen. */
const picture_width = 120

function aboutOf(added: AddedItem | null): { about?: { text: string; picture: string | null } } {
  if (added === null) return {}
  const { name, color_name, thumbnail } = added
  const text = color_name === null ? name : `${name}, ${color_name}`
  const picture = thumbnail === null ? null : (pictureUrl(thumbnail, picture_width) ?? thumbnail)
  return { about: { text, picture } }
}

/** Says why something could not be added. Few shoppers ever see that, so its texts are loaded only then. */
export function showProblem({ refusal, problems }: Problem): void {
  const [text = 'Chưa thêm được sản phẩm. Vui lòng thử lại.'] = Object.values(problems)
  const message = refusal ? refusalMessage(refusal) : { text }
  const { button, href } = { button: undefined, href: undefined, ...message }
  const link = button && href ? { text: button, to: href } : undefined
  showToast({ kind: 'error', text: message.text, ...(link ? { link } : {}) })
}
