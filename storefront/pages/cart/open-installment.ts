import type { Cart } from '#contracts/storefront/cart.ts'
import { cart as contract } from '#contracts/storefront/cart.ts'
import { InvalidInput } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { loanChoiceUrl } from '#storefront/addresses/loan.ts'
import { cardQuery, cardWishOf, isAboutCard } from '#storefront/commerce/installment/card-wish.ts'
import { loanWishOf, loanQuery } from '#storefront/commerce/installment/loan-wish.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** Opens a checkout for the item that was just added, and leads to the page of its type of installment. */
export async function openInstallment(context: PersonalContext, form: FormData, changed: Cart) {
  const { item_id } = readForm(contract.addItem.input, form)
  const line = changed.items.find(
    (item) =>
      item.item_type === item_types.installment && item.item_id === item_id && !item.is_gift,
  )
  return openWith(context, form, line?.line_id ?? null)
}

/** "Trả góp ngay" in the cart: the chosen line alone. */
export async function chooseInstallment(context: PersonalContext, form: FormData) {
  const { services, caller, province_id } = context
  const { line_ids } = readForm(contract.selectItems.input, form)
  const [line_id] = line_ids
  if (line_id === undefined) {
    throw new InvalidInput({ line_ids: 'Vui lòng chọn sản phẩm muốn trả góp.' })
  }
  await services.cart.selectItems(caller, {
    ...{ item_type: item_types.installment, line_ids, item_ids: [], province_id },
  })
  return openWith(context, form, line_id)
}

async function openWith(
  { services, caller, province_id }: PersonalContext,
  form: FormData,
  line_id: number | null,
) {
  const installment_type = form.get('installment_type') === '2' ? 2 : 1
  await services.quote.createQuote(caller, {
    Quote: { type: item_types.installment, province_id, installment_type },
    QuoteItems: [{ line_id: line_id ?? undefined, item_quantity: 1 }],
  })
  const read = (name: string) => form.get(name)?.toString() ?? null
  const query = isAboutCard(read) ? cardQuery(cardWishOf(read)) : loanQuery(loanWishOf(read))
  return { redirect: loanChoiceUrl(installment_type, query) }
}
