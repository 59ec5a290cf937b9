import { listHref, NOTHING_ASKED } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { X } from '#web/ui/icons.tsx'

/** What the typed words were taken for, so that a wrong guess is taken back with one press. */
export function ListingUnderstood({ list: { path, query, listing } }: { list: ListData }) {
  const { understood } = listing
  if (understood === null) return null
  const { corrected, chips, is_loosened } = understood
  return (
    <div className="mt-2 grid gap-2 text-[15px]">
      {corrected === null ? null : (
        <p>
          Đã tìm theo <b>“{corrected}”</b> thay cho “{query.q}”.
        </p>
      )}
      {is_loosened ? (
        <p className="text-muted">
          Không có sản phẩm nào khớp mọi từ: đây là những sản phẩm gần nhất.
        </p>
      ) : null}
      {chips.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">Chúng tôi hiểu là:</span>
          <ul className="flex flex-wrap gap-2">
            {chips.map(({ kind, label, q_without }) => (
              <li key={kind + label}>
                <a
                  href={listHref(path, { ...NOTHING_ASKED, q: q_without })}
                  rel="nofollow"
                  aria-label={`Bỏ ${label}`}
                  className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-success-soft py-1 pr-2.5 pl-3.5 text-sm font-semibold text-success hover:bg-white"
                >
                  {label}
                  <X className="size-4" />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
