import type { Services } from '#contracts/all.ts'
import { InvalidInput } from '#pure/contract.ts'
import { hasWardSpelling, isWardName } from '#pure/vietnamese/ward-words.ts'
import { pageRefusals } from '#storefront/page-refusals.ts'
import { candidatesKey, readOption } from '#storefront/pages/cart/payment-info/ward-option.ts'

/** Fields of the form that the contract does not have, or that mean something else there. */
const page_fields = [
  'address_units',
  'province_code',
  'province_id',
  'ward_name',
  'ward_id',
  'legacy_code',
  'district_id',
  'legacy_ward_id',
  'chosen_ward_id',
  'chosen_for',
  'erp_shop_id',
  'shop_province_id',
]

/** Whether the shopper enters an address in the administrative units of before 2025-07-01. */
export function writesOldUnits(form: FormData): boolean {
  return textOf(form, 'address_units') === 'before'
}

/**
 * Returns the form with the delivery address in the contract's fields: a ward of today, or an old ward with
 * its district. Refuses with `ward_to_choose` when the name fits several wards; the service does so for an
 * old ward that was split.
 */
export async function readDeliveryAddress(form: FormData, services: Services): Promise<FormData> {
  const sent = new FormData()
  for (const [name, value] of form) if (!page_fields.includes(name)) sent.append(name, value)
  const chosen = textOf(form, 'chosen_for') === keyOf(form) ? textOf(form, 'chosen_ward_id') : ''
  const candidate = readOption(chosen)
  const district = readOption(textOf(form, 'district_id'))
  const old_ward = readOption(textOf(form, 'legacy_ward_id'))
  if (writesOldUnits(form) && district && old_ward) {
    sent.set('district_id', String(district.id))
    sent.set('ward_id', String(old_ward.id))
    if (candidate) sent.set('new_ward_id', String(candidate.id))
    return sent
  }
  const province_code = textOf(form, 'province_code')
  sent.set('province_code', province_code)
  const ward_id = candidate?.id ?? (await wardOfToday(form, province_code, services))
  sent.set('ward_id', String(ward_id))
  return sent
}

/** The key of the input that candidates are offered for (ward-option.ts). */
export function keyOf(form: FormData): string {
  return writesOldUnits(form)
    ? candidatesKey('before', textOf(form, 'district_id'), textOf(form, 'legacy_ward_id'))
    : candidatesKey('today', textOf(form, 'province_code'), textOf(form, 'ward_name'))
}

/** Moves problems from the contract's fields to the fields of the form. */
export function addressProblems(
  form: FormData,
  problems: Readonly<Record<string, string>>,
): Record<string, string> {
  const isOld = writesOldUnits(form)
  const names: Readonly<Record<string, string>> = {
    ward_id: isOld ? 'legacy_ward_id' : 'ward_name',
    district_id: 'district_id',
    province_id: isOld ? 'legacy_code' : 'province_code',
  }
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [names[name] ?? name, problem]),
  )
}

/** The id of the ward picked from the list, else of the ward with the typed name. */
async function wardOfToday(
  form: FormData,
  province_code: string,
  services: Services,
): Promise<number> {
  const typed = textOf(form, 'ward_name')
  const picked = readOption(textOf(form, 'ward_id'))
  // Without scripts the text can be edited while the hidden id stays: then the text counts.
  if (picked && picked.name === typed) return picked.id
  const candidates = await services.locations.wards(null, { q: typed, province_code, size: 20 })
  const named = candidates.filter((ward) => isWardName(ward.name, typed))
  const spelled = named.filter((ward) => hasWardSpelling(ward.name, typed))
  const [only, ...others] = spelled.length > 0 ? spelled : named
  if (only && others.length === 0) return only.ward_id
  if (candidates.length > 0)
    throw pageRefusals.refuse('ward_to_choose', { legacy_address: '', candidates })
  throw new InvalidInput({
    ward_name: `Không có phường, xã nào tên “${typed}” ở tỉnh thành này. Hãy xem lại tên hoặc tỉnh thành.`,
  })
}

/** A field of a form, trimmed; empty when it is absent. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
