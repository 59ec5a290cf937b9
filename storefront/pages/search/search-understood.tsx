import { withQuery } from '#storefront/addresses/with-query.ts'
import { listHref, EMPTY_QUERY } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { Icon } from '#web/ui/icons.tsx'

type Understood = NonNullable<ListData['listing']['understood']>

interface UsedLinkProps extends Pick<Understood, 'is_used'> {
  q: string
  has_new: boolean
}

/** Leads to the used devices with the same words: lists of new goods have none. */
export function UsedLink({ is_used, q, has_new }: UsedLinkProps) {
  if (!is_used) return null
  return (
    <p>
      <a href={withQuery('/may-cu', { q })} className="font-semibold text-accent underline">
        Xem máy cũ
      </a>
      {has_new ? '. Dưới đây là sản phẩm mới.' : ''}
    </p>
  )
}

/** Tells in what the products differ from what was asked for. */
function Loosened({
  understood: { absent, is_loosened, is_beyond_price },
}: {
  understood: Understood
}) {
  // The heading tells that a model is not sold.
  if (!is_beyond_price && (!is_loosened || absent !== null)) return null
  return (
    <p className="text-muted">
      {is_beyond_price
        ? 'Chưa có sản phẩm nào trong tầm giá này: đây là những sản phẩm có giá gần nhất.'
        : 'Không có sản phẩm nào khớp mọi từ: đây là những sản phẩm gần nhất.'}
    </p>
  )
}

/** Shows how the words were understood. One press takes a wrong interpretation back. */
export function ListingUnderstood({ list: { path, query, listing } }: { list: ListData }) {
  const { understood } = listing
  if (understood === null) return null
  const { corrected, chips } = understood
  return (
    <div className="mt-2 grid gap-2 text-body">
      {corrected === null ? null : (
        <p>
          Đã tìm theo <b>“{corrected}”</b> thay cho “{query.q}”.
        </p>
      )}
      <UsedLink is_used={understood.is_used} q={query.q} has_new={listing.total > 0} />
      <Loosened understood={understood} />
      {chips.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm/9 text-muted">Chúng tôi hiểu là:</span>
          {/* Each chip wraps by itself: as one box they would move to the next line when the last one arrives. A chip
              has the place of its cross before that arrives. */}
          <ul className="contents">
            {chips.map(({ kind, label, q_without }) => (
              <li key={kind + label}>
                <a
                  href={listHref(path, { ...EMPTY_QUERY, q: q_without })}
                  rel="nofollow"
                  aria-label={`Bỏ ${label}`}
                  className="relative inline-flex min-h-9 items-center rounded-full bg-success-soft py-1 pr-8 pl-3.5 text-sm font-semibold text-success hover:bg-white"
                >
                  {label}
                  <Icon name="x" className="absolute right-2.5 size-4" />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
