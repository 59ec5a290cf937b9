import type { PersonalContext } from '#storefront/runtime/page.ts'

/** Enters the voucher of a way to pay in the open checkout, or removes the entered one; an empty code: none. */
export async function takeVoucher(
  { services, caller }: Pick<PersonalContext, 'services' | 'caller'>,
  code: string,
): Promise<void> {
  const { voucher } = await services.quote.getQuote(caller, {})
  if (code === '') await services.quote.removeVoucher(caller, {})
  else if (voucher?.code !== code) {
    await services.quote.setVoucher(caller, { code, is_confirmed: true })
  }
}
