import { z } from 'zod'
import { solvedCaptcha } from '#contracts/fields.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

const Solved = z.object(solvedCaptcha)

/**
 * Enters the voucher of a way to pay in the open checkout, or removes the entered one; an empty code: none. `form` may
 * have a solved captcha.
 */
export async function takeVoucher(
  { services, caller }: Pick<PersonalContext, 'services' | 'caller'>,
  code: string,
  form: FormData,
): Promise<void> {
  const { voucher } = await services.quote.getQuote(caller, {})
  if (code === '') await services.quote.removeVoucher(caller, {})
  else if (voucher?.code !== code) {
    await services.quote.setVoucher(caller, { ...readForm(Solved, form), code, is_confirmed: true })
  }
}
