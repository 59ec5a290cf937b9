import type { MemberAddress } from '#contracts/storefront/member.ts'
import { member as contract } from '#contracts/storefront/member.ts'
import { InvalidInput } from '#pure/contract.ts'
import { hasWardSpelling, isWardName } from '#pure/vietnamese/ward-words.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface AddressesData {
  addresses: MemberAddress[]
  /** The address in the form; null: a new one. */
  changed: MemberAddress | null
  provinces: { province_code: string; name: string }[]
}

/** /smember/dia-chi: the address book. `sua` names the address in the form. */
export const page = personalPage<AddressesData>({
  loader: async ({ services, caller, url: { searchParams } }) => {
    const [{ addresses }, provinces] = await Promise.all([
      services.member.addresses(caller, {}),
      services.locations.officialProvinces(null, {}),
    ])
    const asked = searchParams.get('sua')
    const changed = addresses.find(({ address_id }) => String(address_id) === asked) ?? null
    if (asked !== null && changed === null) return notFound
    return {
      addresses,
      changed,
      provinces: provinces.map(({ province_code, name }) => ({ province_code, name })),
    }
  },
  actions: { save, remove },
})

async function save({ services, caller }: PersonalContext, form: FormData) {
  const ward_id = await wardOf(services, form)
  form.set('ward_id', String(ward_id))
  await services.member.saveAddress(caller, readForm(contract.saveAddress.input, form))
  return { redirect: member_addresses.memberAddresses.path }
}

async function remove({ services, caller }: PersonalContext, form: FormData) {
  await services.member.removeAddress(caller, readForm(contract.removeAddress.input, form))
  return { redirect: member_addresses.memberAddresses.path }
}

/** The ward of the typed name in the chosen province. */
async function wardOf(services: PersonalContext['services'], form: FormData): Promise<number> {
  const typed = String(form.get('ward_name') ?? '').trim()
  const province_code = String(form.get('province_code') ?? '')
  if (typed === '') throw new InvalidInput({ ward_name: 'Vui lòng nhập phường, xã.' })
  const found = await services.locations.wards(null, { q: typed, province_code, size: 20 })
  const named = found.filter((ward) => isWardName(ward.name, typed))
  const spelled = named.filter((ward) => hasWardSpelling(ward.name, typed))
  const [only, ...others] = spelled.length > 0 ? spelled : named
  if (only && others.length === 0) return only.ward_id
  const names = found.slice(0, 5).map(({ name }) => name)
  const hint =
    names.length === 0 ? 'Hãy xem lại tên hoặc tỉnh thành.' : `Có phải: ${names.join(', ')}?`
  throw new InvalidInput({ ward_name: `Chưa rõ “${typed}” là phường, xã nào. ${hint}` })
}
