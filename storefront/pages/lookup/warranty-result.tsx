import type { Warranty } from '#contracts/storefront/lookup.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'
import { FoundSection } from '#storefront/pages/lookup/found-section.tsx'

/** Looked up warranties, each with its last day. */
export function WarrantyResult({ warranties }: { warranties: readonly Warranty[] }) {
  return (
    <FoundSection title="BẢO HÀNH">
      {warranties.length === 0 ? (
        <p className="text-body">
          Sản phẩm trong đơn này không có thời hạn bảo hành riêng. Nếu gặp lỗi, vui lòng gọi cửa
          hàng và đọc mã đơn hàng.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {warranties.map((warranty, index) => (
            <WarrantyRow key={`${warranty.product} ${index}`} warranty={warranty} />
          ))}
        </ul>
      )}
    </FoundSection>
  )
}

function WarrantyRow({ warranty }: { warranty: Warranty }) {
  const { product, color_name, url_path, code_end } = warranty
  return (
    <li className="grid gap-1 py-4 first:pt-0 last:pb-0">
      <p className="leading-snug font-semibold">
        {url_path === null ? (
          product
        ) : (
          <a href={`/${url_path.replace(/^\//, '')}`} className="hover:text-accent hover:underline">
            {product}
          </a>
        )}
      </p>
      <p className="text-sm text-muted">
        {[color_name && `Màu: ${color_name}`, code_end && `IMEI/Serial: …${code_end}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <WarrantyState warranty={warranty} />
    </li>
  )
}

function WarrantyState({ warranty: { from, until, months, is_over } }: { warranty: Warranty }) {
  if (from === null || until === null) {
    return (
      <p className="text-body">
        Bảo hành {months} tháng, <span className="font-semibold">tính từ ngày nhận hàng</span>.
      </p>
    )
  }
  const last = formatDate(startOfDay(until))
  return (
    <>
      <p className={`font-bold ${is_over ? 'text-sale' : 'text-success'}`}>
        {is_over ? `Đã hết bảo hành ngày ${last}` : `Còn bảo hành đến ${last}`}
      </p>
      <p className="text-sm text-muted">
        Kích hoạt {formatDate(startOfDay(from))} · {months} tháng.{' '}
        {is_over
          ? 'Cửa hàng vẫn nhận sửa có phí.'
          : 'Mang máy và hóa đơn đến cửa hàng bất kỳ để được bảo hành.'}
      </p>
    </>
  )
}
