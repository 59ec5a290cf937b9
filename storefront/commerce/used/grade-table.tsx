import type { ReturnTerm } from '#contracts/storefront/returns.ts'
import { returnTermsText } from '#storefront/commerce/used/return-terms.ts'
import { grade_meanings, grade_order, grade_titles } from '#storefront/commerce/used/used-texts.ts'

/** What each grade means, in words that a buyer can check. */
export function GradeTable({ terms }: { terms: readonly ReturnTerm[] }) {
  return (
    <section aria-labelledby="phan-hang" className="sheet p-4 md:p-6">
      <h2 id="phan-hang" className="text-lg md:text-xl">
        Phân hạng máy cũ
      </h2>
      <dl className="mt-3 grid gap-3 md:grid-cols-2">
        {grade_order.map((grade) => {
          const { looks, battery, box } = grade_meanings[grade]
          return (
            <div key={grade} className="rounded-xl border border-line p-3">
              <dt className="font-bold">{grade_titles[grade]}</dt>
              <dd className="mt-1 leading-snug">
                {looks}.
                <span className="mt-1 block text-sm text-muted">{`Pin: ${battery}. Hộp: ${box}.`}</span>
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-3 text-sm text-muted">
        Mọi máy đều được kiểm tra, có ảnh thật và bảo hành ghi trên từng máy.{' '}
        {returnTermsText(terms)} IMEI khi trả phải đúng máy đã bán.
      </p>
    </section>
  )
}
