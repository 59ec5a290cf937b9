import type { ReactNode } from 'react'
import type { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

interface PreviewBarProps {
  note: PreviewNote
  /** Where staff write what is shown. */
  editor_href: string
  children?: ReactNode
}

/** Above a preview: whether shoppers see it like this, and the way back to where staff write it. */
export function PreviewBar({ note, editor_href, children }: PreviewBarProps) {
  return (
    <aside
      aria-label="Xem trước"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-2xl bg-gold px-4 py-1 text-sm text-ink in-[.landing]:rounded-none not-in-[.landing]:mt-2"
    >
      <strong>{standing(note)}</strong>
      {children}
      <a
        href={editor_href}
        // Pages of staff are not pages of this bundle.
        target="_self"
        className="flex min-h-11 items-center font-bold underline underline-offset-2"
      >
        Về trang soạn
      </a>
    </aside>
  )
}

function standing({ is_draft, publish_at }: PreviewNote): string {
  if (!is_draft) return 'Bản đang đăng'
  if (publish_at === null) return 'Bản nháp, chưa đăng'
  return `Bản nháp, tự đăng lúc ${formatDateTime(new Date(publish_at))}`
}
