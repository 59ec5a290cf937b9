import type { CompanyOffer } from '#contracts/storefront/installment.ts'
import { type Quote, quote as quoteContract } from '#contracts/storefront/quote.ts'
import {
  type ApplicationForm,
  application as contract,
  missing_texts,
} from '#contracts/storefront/trade/application.ts'
import { InvalidInput } from '#pure/contract.ts'
import { loan_addresses, loanChoiceUrl, loanPaymentUrl } from '#storefront/addresses/loan.ts'
import {
  companiesFor,
  installmentQuote,
  type LoanChoiceData,
} from '#storefront/commerce/installment/load-loan-choice.ts'
import { loanQuery, loanWishOf } from '#storefront/commerce/installment/loan-wish.ts'
import { moved, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm, readInput } from '#web/runtime/read-form.ts'

export interface RegisterData extends Pick<LoanChoiceData, 'line' | 'total' | 'wish'> {
  company: CompanyOffer & { loan: NonNullable<CompanyOffer['loan']> }
  form: ApplicationForm
  /** Shops that have the goods now, those of the shopper's province first. */
  shops: { shop_id: number; name: string; address: string }[]
  /** What need not be typed again: who comes back to the form, and a member. */
  contact: { name: string; phone: string; email: string; shop_id: number | null }
}

/** /cart/company-installment-register: the form of the chosen company (contract §2). */
export const page = personalPage<RegisterData>({
  loader: async (context) => {
    const { services, url } = context
    const quote = await installmentQuote(context)
    const line = quote?.items.find(({ is_gift }) => !is_gift)
    if (quote === null || line === undefined) return moved(loan_addresses.cartInstallments.path)
    const wish = loanWishOf((name) => url.searchParams.get(name))
    const companies = await companiesFor(context, quote, wish)
    const company = companies.find(({ company_id }) => company_id === wish.company_id)
    if (company === undefined || company.loan === null) {
      return moved(loanChoiceUrl(quote.installment_type === 2 ? 2 : 1, loanQuery(wish)))
    }
    const { company_id, loan } = company
    const form = await services.application.applicationForm(null, { company_id })
    return {
      ...{ line, total: quote.totals.grand_total, wish, form },
      company: { ...company, loan },
      shops: await shopsWith(context, line),
      contact: await contactOf(context, quote),
    }
  },
  actions: { save },
})

/** The shops of the province with the item; if there are none, all shops. */
async function shopsWith(
  { services, province_id }: PersonalContext,
  { item_id, item_quantity }: RegisterData['line'],
): Promise<RegisterData['shops']> {
  const here = await services.locations.shopsWithStock(null, {
    ...{ item_id, item_quantity, province_id },
  })
  if (here.length > 0) return here.map(({ shop }) => shownShop(shop))
  return (await services.locations.shops(null, {})).map(shownShop)
}

function shownShop({ id, name, address }: { id: number; name: string; address: string }) {
  return { shop_id: id, name, address }
}

/** The checkout keeps who receives the goods. The rest of the form is sealed and never shown again. */
async function contactOf(
  { services, caller }: PersonalContext,
  { recipient }: Pick<Quote, 'recipient'>,
): Promise<RegisterData['contact']> {
  if (recipient !== null) {
    const { name, phone, email, erp_shop_id } = recipient
    return { name, phone, email: email ?? '', shop_id: erp_shop_id }
  }
  if (caller.kind !== 'member') return { name: '', phone: '', email: '', shop_id: null }
  const { name, phone, email } = await services.loyalty.profile(caller, {})
  return { name, phone, email: email ?? '', shop_id: null }
}

/** Saves who receives the goods, and the form. Nothing is sent to the company yet. */
async function save({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.saveApplication.input, form)
  const { name, phone, company_id } = input
  const demands = await services.application.applicationForm(null, { company_id })
  refuseMissing(form, demands)
  const shops = await services.locations.shops(null, {})
  const erp_shop_id = form.get('erp_shop_id')?.toString()
  const province_id = shops.find(({ id }) => String(id) === erp_shop_id)?.province.Id
  await services.quote.setAddress(
    caller,
    readInput(quoteContract.setAddress.input, {
      ...{ name, phone, email: form.get('email')?.toString() ?? '' },
      ...{ shipping_method: 'store_pickup', erp_shop_id, need_confirm: '1' },
      ...(province_id == null ? {} : { province_id }),
      'g-recaptcha-response': form.get('g-recaptcha-response')?.toString(),
    }),
  )
  try {
    const { code } = await services.application.saveApplication(caller, input)
    return { redirect: loanPaymentUrl(code) }
  } catch (error) {
    if (error instanceof InvalidInput) throw new InvalidInput(namedAsFields(error.problems))
    throw error
  }
}

const no_phone = 'Vui lòng nhập số điện thoại.'

/** Tells of everything that is missing at once: the address is checked by another call than the form. */
function refuseMissing(form: FormData, { asks, relatives }: ApplicationForm): void {
  const { name, birth_date, document_number, relative, agrees } = missing_texts
  const needed: Record<string, string> = {
    ...{ name, phone: no_phone, birth_date, document_number, agrees },
    ...Object.fromEntries(asks.map((field) => [field, missing_texts[field]])),
    ...Object.fromEntries(
      Array.from({ length: relatives }, (_, n) => [
        [`relatives[${n}][name]`, relative.name],
        [`relatives[${n}][phone]`, no_phone],
        [`relatives[${n}][relation]`, relative.relation],
      ]).flat(),
    ),
    erp_shop_id: 'Vui lòng chọn cửa hàng để ký hợp đồng và nhận máy.',
  }
  const missing = Object.entries(needed).filter(([name]) => !form.get(name)?.toString().trim())
  if (missing.length > 0) throw new InvalidInput(Object.fromEntries(missing))
}

/** Problems of relatives under the names of their fields. */
function namedAsFields(problems: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([name, text]) => [
      name.replace(/^relatives\.(\d)\.(\w+)$/, 'relatives[$1][$2]'),
      text,
    ]),
  )
}
