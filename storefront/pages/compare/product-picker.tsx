import { inSentence } from '#pure/vietnamese/vietnamese-text.ts'
import { Form } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import type { Picker } from '#storefront/pages/compare/compare-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { compareUrl } from '#storefront/commerce/compare/compare-url.ts'

interface ProductPickerProps {
  picker: Picker
  ids: readonly number[]
  category: string
  only_different: boolean
}

/** Links to add another product of the category: search results, else products similar to the first. */
export function ProductPicker({ picker, ids, category, only_different }: ProductPickerProps) {
  const { q, replaced_id, products } = picker
  const khac = only_different ? ('1' as const) : undefined
  const idsWith = (product_id: number) =>
    replaced_id === null
      ? [...ids, product_id]
      : ids.map((id) => (id === replaced_id ? product_id : id))
  return (
    <section aria-labelledby="chon-them" className="sheet p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="chon-them" className="text-lg">
          {replaced_id === null ? 'Thêm sản phẩm để so sánh' : 'Đổi sang sản phẩm khác'}
        </h2>
        {ids.length > 1 ? (
          <a
            href={compareUrl(ids, { khac })}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-muted hover:text-ink"
          >
            Đóng
          </a>
        ) : null}
      </div>
      <Form action={catalog_addresses.compare.path} role="search" className="mt-2 flex gap-2">
        <input type="hidden" name="ids" value={ids.join(',')} />
        {khac ? <input type="hidden" name="khac" value={khac} /> : null}
        <input type="hidden" name="doi" value={replaced_id ?? 'them'} />
        <label htmlFor="tim-so-sanh" className="sr-only">
          Tìm {inSentence(category)}
        </label>
        <input
          key={q}
          id="tim-so-sanh"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder={`Tìm ${inSentence(category)}`}
          className="min-h-11 min-w-0 flex-1 rounded-button border border-line bg-white px-4"
        />
        <button type="submit" className={buttonClass('dark', 'px-4')}>
          <Icon name="search" className="size-5" />
          <span className="max-sm:sr-only">Tìm</span>
        </button>
      </Form>
      {products.length > 0 ? (
        <ul className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
          {products.map((card) => (
            <li key={card.product_id}>
              <a
                href={compareUrl(idsWith(card.product_id), { khac })}
                className="flex h-full items-center gap-3 rounded-2xl border border-line p-2 transition-colors hover:border-accent"
              >
                {card.thumbnail ? (
                  <Photo
                    picture={card.thumbnail}
                    alt=""
                    sizes="64px"
                    className="size-16 shrink-0 object-contain"
                  />
                ) : (
                  <span className="size-16 shrink-0 rounded-xl bg-mist" />
                )}
                <span className="min-w-0">
                  <span className="line-clamp-2 text-sm leading-snug font-semibold">
                    {card.name.split(' | ')[0]}
                  </span>
                  <span className="block text-sm font-bold text-sale">
                    {priceText(card.special_price ?? card.price)}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-muted">
          {`Không có ${inSentence(category)} nào khớp “${q}”. Hãy thử từ ngắn hơn.`}
        </p>
      )}
    </section>
  )
}

function priceText(price: number | null): string {
  return price === null ? 'Giá liên hệ' : formatDong(price)
}
