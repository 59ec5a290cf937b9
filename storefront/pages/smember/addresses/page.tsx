import { Form, useNavigation } from 'react-router'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { memberAddressUrl } from '#storefront/addresses/member-links.ts'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import type { AddressesData } from '#storefront/pages/smember/addresses/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { MemberAddress } from '#contracts/storefront/member.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, SelectField, TextField } from '#web/ui/field.tsx'

export function meta(): PageMeta {
  return { title: 'Sổ địa chỉ', robots: 'noindex, nofollow' }
}

/** /smember/dia-chi: the addresses of the member, and the form for one. */
export function Page({ data }: { data: AddressesData }) {
  const { addresses, changed } = data
  const answer = useFormAnswer()
  return (
    <MemberFrame title="Sổ địa chỉ">
      <RefusalNotice answer={answer} lines={[]} />
      {addresses.length > 0 && (
        <ul className="grid gap-3">
          {addresses.map((address) => (
            <AddressCard key={address.address_id} address={address} />
          ))}
        </ul>
      )}
      <AddressForm key={`${String(changed?.address_id)} ${addresses.length}`} data={data} />
    </MemberFrame>
  )
}

function AddressCard({ address }: { address: MemberAddress }) {
  const { address_id, name, phone, text, is_default } = address
  const is_busy = useNavigation().state !== 'idle'
  return (
    <li>
      <MemberCard>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-bold wrap-anywhere">{name}</span>
          <span className="whitespace-nowrap text-muted tabular-nums">{spacedPhone(phone)}</span>
          {is_default && (
            <span className="rounded-full bg-cream px-3 py-0.5 text-sm font-bold text-accent">
              Mặc định
            </span>
          )}
        </p>
        <p className="mt-1 wrap-anywhere">{text}</p>
        <Form method="post" className="mt-2 -ml-3 flex flex-wrap gap-1">
          <input type="hidden" name="address_id" value={address_id} />
          <a href={memberAddressUrl(address_id)} className={buttonClass('quiet', 'px-3!')}>
            Sửa<span className="sr-only"> địa chỉ {text}</span>
          </a>
          <button
            type="submit"
            name="intent"
            value="remove"
            disabled={is_busy}
            className={buttonClass('quiet', 'px-3!')}
          >
            Xóa<span className="sr-only"> địa chỉ {text}</span>
          </button>
        </Form>
      </MemberCard>
    </li>
  )
}

function AddressForm({ data: { changed, provinces, addresses } }: { data: AddressesData }) {
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  return (
    <MemberCard>
      <h2 className="text-xl">{changed === null ? 'Thêm địa chỉ' : 'Sửa địa chỉ'}</h2>
      <Form method="post" className="mt-4 grid gap-4 sm:grid-cols-2">
        <FieldScope answer={answer}>
          {changed !== null && <input type="hidden" name="address_id" value={changed.address_id} />}
          <TextField
            name="name"
            label="Tên người nhận"
            required
            maxLength={100}
            autoComplete="name"
            defaultValue={changed?.name}
          />
          <TextField
            name="phone"
            label="Số điện thoại"
            type="tel"
            required
            maxLength={30}
            autoComplete="tel"
            defaultValue={changed?.phone}
          />
          <SelectField
            name="province_code"
            label="Tỉnh / Thành phố"
            autoComplete="address-level1"
            defaultValue={changed?.province_code ?? addresses[0]?.province_code ?? '79'}
          >
            {provinces.map(({ province_code, name }) => (
              <option key={province_code} value={province_code}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            name="ward_name"
            label="Phường / Xã"
            required
            maxLength={100}
            autoComplete="address-level2"
            defaultValue={changed?.ward_name}
          />
          <TextField
            name="street"
            label="Số nhà, tên đường"
            required
            maxLength={200}
            autoComplete="address-line1"
            className="sm:col-span-2"
            defaultValue={changed?.street}
          />
          <label className="flex min-h-11 cursor-pointer items-center gap-2.5 sm:col-span-2">
            <input
              type="checkbox"
              name="is_default"
              value="1"
              defaultChecked={changed?.is_default ?? addresses.length === 0}
              className="size-5 accent-accent"
            />
            Dùng làm địa chỉ mặc định
          </label>
        </FieldScope>
        <div className="flex flex-row-reverse flex-wrap gap-3 *:max-sm:flex-1 sm:col-span-2">
          <button
            type="submit"
            name="intent"
            value="save"
            disabled={is_busy}
            className={buttonClass('primary')}
          >
            {changed === null ? 'Thêm địa chỉ' : 'Lưu địa chỉ'}
          </button>
          {changed !== null && (
            <a href={member_addresses.memberAddresses.path} className={buttonClass('outline')}>
              Thôi
            </a>
          )}
        </div>
      </Form>
    </MemberCard>
  )
}
