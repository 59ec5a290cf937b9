import type { ColorVariant, ProductPage } from '#contracts/storefront/catalog.ts'
import type { CompanyOffer } from '#contracts/storefront/installment.ts'
import { Refusal } from '#pure/contract.ts'
import {
  installment_ways,
  installmentUrl,
  type InstallmentWay,
  loan_sorts,
  type LoanSort,
} from '#storefront/addresses/installment.ts'
import type { InstallmentData, LoanWish } from '#storefront/pages/installment/installment-data.ts'
import { pickColor, priceNow } from '#storefront/commerce/colors/chosen-color.ts'
import { type CardWish, cardWishOf } from '#storefront/commerce/installment/card-wish.ts'
import { moved, notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'

const first_months = 12
/** Services that are paid later take nothing before. */
const first_prepaid: Record<InstallmentWay, number> = { 'cong-ty': 30, the: 0, 'tra-sau': 0 }
/** How a company is sorted. */
const keys = {
  gop: 'monthly',
  tong: 'total',
  lai: 'effective_rate_year',
} as const satisfies Record<LoanSort, string>

/** /tra-gop/{product}: what the product costs in monthly payments, by everybody who lends its price. */
export const page = publicPage<InstallmentData>({
  loader: async (context) => {
    const path = context.params['slug'] ?? ''
    const found = await resolve(path, context)
    if (found === null || found.kind === 'category') return notFound
    if (found.moved_to !== null) {
      return moved(installmentUrl(found.moved_to) + context.url.search, 301)
    }
    if (found.kind !== 'product') return notFound
    const { services, province_id, url } = context
    const product = await services.catalog.product(null, { product_id: found.id, province_id })
    const color = pickColor(product.colors, url.search)
    return dataOf(product, color, wishOf(url.searchParams), context)
  },
  tags: ({ product_id }) => [`product:${product_id}`, 'installment'],
})

async function resolve(path: string, { services }: PublicContext) {
  try {
    return await services.catalog.resolve(null, { path })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}

function wishOf(search: URLSearchParams): LoanWish {
  const number = (key: string, fallback: number) => {
    const text = search.get(key) ?? ''
    return /^\d{1,2}$/.test(text) ? Number(text) : fallback
  }
  const way = installment_ways.find((name) => name === search.get('cach')) ?? 'cong-ty'
  return {
    way,
    prepaid_percent: number('tra_truoc', first_prepaid[way]),
    months: Math.max(1, Math.min(60, number('thang', first_months))),
    has_insurance: search.get('bao_hiem') === '1',
    sort: loan_sorts.find((sort) => sort === search.get('sap_xep')) ?? 'gop',
    ...cardOf(search),
    color_slug: search.get('mau'),
  }
}

function cardOf(
  search: URLSearchParams,
): Pick<CardWish, 'bank_code' | 'card_brand' | 'card_amount'> {
  const { bank_code, card_brand, card_amount } = cardWishOf((name) => search.get(name))
  return { bank_code, card_brand, card_amount }
}

async function dataOf(
  product: ProductPage,
  color: ColorVariant | null,
  wish: LoanWish,
  { services, province_id }: PublicContext,
): Promise<InstallmentData> {
  const price = color === null || product.launch_on !== null ? null : priceNow(color)
  const about = {
    product_id: product.product_id,
    name: product.name,
    color_name: color?.color_name ?? '',
    path: product.path,
    breadcrumb: product.breadcrumb,
    picture: color?.pictures[0] ?? null,
    ...{ price, wish },
    item_id: color?.item_id ?? null,
  }
  if (color === null || price === null) {
    return { ...about, companies: [], banks: [], lowest_monthly: null }
  }
  const { prepaid_percent, months, has_insurance } = wish
  const asked = {
    ...{ prepaid_percent, months, has_insurance, province_id, item_id: color.item_id },
    card_amount: wish.card_amount ?? undefined,
  }
  const {
    price: asked_price,
    companies,
    banks,
    lowest,
  } = await services.installment.installments(null, asked)
  const kind = wish.way === 'tra-sau' ? 'pay_later' : 'finance'
  return {
    ...about,
    // Without the price of a flash sale, which is for what is paid at once.
    price: asked_price,
    companies: sorted(
      companies.filter((company) => company.kind === kind),
      wish.sort,
    ),
    banks,
    lowest_monthly: lowest?.monthly ?? null,
  }
}

/** Companies with a loan first, the best one at the top. */
function sorted(companies: readonly CompanyOffer[], sort: LoanSort): CompanyOffer[] {
  const worth = ({ loan }: CompanyOffer) => loan?.[keys[sort]] ?? Number.POSITIVE_INFINITY
  return companies.toSorted((one, other) => {
    const [first, second] = [worth(one), worth(other)]
    return first === second ? 0 : first - second
  })
}
