import { useEffect, useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import type { EventPopup } from '#contracts/storefront/content.ts'
import { cookieLine, readCookies } from '#pure/cookies.ts'
import { isCalm, isTyping } from '#storefront/runtime/browser/calm-page.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { PopupWords } from '#web/ui/popup-words.tsx'

/** contract §9: a popup that was shown rests for a day. Refused, it rests for a year. */
const rests_s = { shown: 86_400, refused: 365 * 86_400 }
/** contract §9. */
const limit_ms = 10_000

interface Shown {
  popup: EventPopup
  /** Where advertising that should not be is reported to. */
  report_to: string
  /** Opens a page of the shop. */
  open: (path: string) => void
}

/** Shows the popup of the highest priority that is due here, if nothing else asks for attention (contract §2, §4). */
export async function showEventPopup(options: Omit<Shown, 'popup'>): Promise<void> {
  if (!mayShow()) return
  const signal = AbortSignal.timeout(limit_ms)
  const response = await fetch('/api/content/v1/popups', { signal })
  const { data } = (response.ok ? await response.json() : { data: [] }) as { data: EventPopup[] }
  const popup = data.find(isDue)
  if (popup === undefined || !mayShow()) return
  remember(popup, rests_s.shown)
  const holder = document.body.appendChild(document.createElement('div'))
  const root = createRoot(holder)
  const end = () => {
    root.unmount()
    holder.remove()
  }
  root.render(<PopupOverPage {...options} popup={popup} onEnd={end} />)
}

/** Whether somebody looks at the page, nobody types, and nothing else asks for attention. */
function mayShow(): boolean {
  if (document.visibilityState !== 'visible' || isTyping()) return false
  return isCalm() && document.getElementById('one-tap') === null
}

/** Whether a popup runs now, may lie over this page, and was not shown today. */
function isDue({ id, start_date, end_date, exclude_page }: EventPopup): boolean {
  const now = Date.now()
  const runs = Date.parse(start_date) <= now && now < Date.parse(end_date)
  const is_excluded = exclude_page.split('|').some((path) => path.trim() === location.pathname)
  return runs && !is_excluded && !readCookies(document.cookie).has(cookieOf(id))
}

function remember({ id }: EventPopup, max_age: number): void {
  const secure = location.protocol === 'https:'
  document.cookie = cookieLine(cookieOf(id), '1', { max_age, http_only: false, secure })
}

const cookieOf = (id: number) => `popup-${id}`

function PopupOverPage({ popup, report_to, open, onEnd }: Shown & { onEnd: () => void }) {
  const { id, title, sentence, button, image, ink, link } = popup
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onEnd}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
      className="m-auto w-[min(372px,100vw-32px,(100dvh-110px)*0.8)] overflow-hidden rounded-[20px] bg-white p-0 text-ink shadow-pop backdrop:bg-ink/50"
    >
      <button
        type="button"
        aria-label="Đóng"
        onClick={close}
        className="absolute top-2 right-2 z-10 grid size-11 place-items-center rounded-full bg-white/85 text-ink"
      >
        <Icon name="x" className="size-5" />
      </button>
      <a
        href={link}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          close()
          open(link)
        }}
        className="relative block text-center"
        style={{ color: ink }}
      >
        <Photo picture={image} sizes="372px" className="block aspect-4/5 w-full" />
        <PopupWords {...{ heading, title, sentence, button }} />
      </a>
      <div className="flex items-center gap-1 px-4 text-sm whitespace-nowrap text-muted max-[359px]:px-2.5 max-[359px]:text-note">
        <span className="mr-auto">Quảng cáo</span>
        <button
          type="button"
          className="min-h-11 px-2 underline"
          onClick={() => {
            remember(popup, rests_s.refused)
            close()
          }}
        >
          Không hiện lại
        </button>
        <a
          href={`mailto:${report_to}?subject=${encodeURIComponent(`Phản ánh quảng cáo ${id}`)}`}
          className="grid min-h-11 items-center px-2 underline"
        >
          Phản ánh
        </a>
      </div>
    </dialog>
  )
}
