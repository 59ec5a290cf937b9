import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { consent_path } from '#storefront/addresses/account-links.ts'

const button =
  'inline-flex min-h-11 flex-1 items-center justify-center rounded-button border border-ink bg-white px-4 py-2.5 font-bold text-ink hover:bg-mist'

/**
 * The question for consent, as HTML behind the root of React: it is a part of the cached bytes of every public page and
 * costs no script. It lies over the page, so nothing moves. The script for early presses hides it before the first
 * paint from whoever has chosen; without scripts nothing is tracked, so nothing is asked (styles.css). Both buttons
 * look alike.
 */
export const consent_banner = `<aside id="consent" aria-label="Quyền riêng tư" class="fixed inset-x-3 bottom-[calc(6.25rem+env(safe-area-inset-bottom))] z-40 max-h-[calc(100dvh-7.25rem)] overflow-y-auto rounded-2xl border border-line bg-white p-4 text-sm leading-snug shadow-pop md:right-auto md:bottom-4 md:left-4 md:w-[400px]"><form method="post" action="${consent_path}"><p>Cho phép cửa hàng <strong>đo hiệu quả quảng cáo</strong> và <strong>lưu trang trên máy này</strong> để xem được khi mất mạng và nhận thông báo bạn bật? Từ chối thì vẫn mua hàng như thường. <a href="${frame_paths.privacy}" class="font-semibold text-accent underline">Xem từng mục</a></p><p class="mt-3 flex gap-2"><button name="choice" value="none" class="${button}">Từ chối</button><button name="choice" value="all" class="${button}">Đồng ý</button></p></form></aside>`
