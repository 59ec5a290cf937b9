import type { CardChoiceData } from '#storefront/commerce/installment/load-card-choice.ts'
import type { LoanChoiceData } from '#storefront/commerce/installment/load-loan-choice.ts'
import { LoanChoiceView } from '#storefront/commerce/installment/loan-choice.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'

export function meta(): PageMeta {
  return { title: 'Chọn gói trả góp', robots: 'noindex, nofollow' }
}

export function Page({ data }: { data: LoanChoiceData | CardChoiceData }) {
  return <LoanChoiceView data={data} />
}
