import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'

const texts = {
  429: {
    title: 'Quý khách thao tác quá nhanh',
    text: 'Có quá nhiều lượt truy cập từ mạng bạn đang dùng. Vui lòng chờ giây lát rồi thử lại.',
  },
  503: {
    title: 'Cửa hàng đang rất đông khách',
    text: 'Chúng tôi chưa kịp mở trang này cho bạn. Vui lòng chờ giây lát rồi thử lại.',
  },
} as const

interface Busy {
  status: 429 | 503
  retry_after_s: number
  /** The address of this shop that the page leads back to. */
  back: string
}

/** A page without scripts for a visitor who is not served now. It costs no render. */
export function busyPage({ status, retry_after_s, back }: Busy): Response {
  const { title, text } = texts[status]
  const page = plainPage(
    title,
    `<div class="sheet narrow"><p>${text}</p>
<p><a class="main" href="${escapeHtml(back)}">Thử lại</a></p>
<p>Tổng đài hỗ trợ miễn phí: <a href="tel:18002064">1800 2064</a></p></div>`,
  )
  const headers = { ...busyHeaders(retry_after_s), 'content-type': 'text/html; charset=utf-8' }
  return new Response(page, { status, headers })
}

/** Answers a page or its data that is not rendered now. */
export function busyAnswer(
  request: Request,
  { status, retry_after_s }: Omit<Busy, 'back'>,
): Response {
  const { pathname, search } = new URL(request.url)
  if (!pathname.startsWith('/_data/'))
    return busyPage({ status, retry_after_s, back: pathname + search })
  const answer: DataAnswer = { kind: 'error', status, detail: { message: texts[status].text } }
  return Response.json(answer, { status, headers: busyHeaders(retry_after_s) })
}

function busyHeaders(retry_after_s: number) {
  return { 'cache-control': 'no-store', 'retry-after': String(retry_after_s) }
}
