import { Form, Link } from 'react-router'
import { orderPath, recipientPath } from '#admin/addresses/paths.ts'
import { ChoiceField, choicesOf } from '#admin/kit/fields/choice-field.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import { data_transfer_title } from '#admin/pages/orders/order-texts.ts'
import type { StoredRecipient } from '#contracts/staff/recipients.ts'
import { calledName, salutations } from '#pure/vietnamese/called-name.ts'

export const title = ({ order_code }: StoredRecipient) => `Đổi thông tin nhận hàng ${order_code}`
export const has_own_heading = true

/** What is stored, and a form for what the shopper wants instead. Prices and the delivery fee stay. */
export function Page({ data }: { data: StoredRecipient }) {
  const { order_code, delivery } = data
  return (
    <div className="grid max-w-3xl gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">Đổi thông tin nhận hàng</h1>
        <Link to={orderPath(order_code)} className="tool ml-auto">
          Về đơn {order_code}
        </Link>
      </div>
      <Stored recipient={data} />
      {delivery === 'home_delivery' && <ProvinceChoice recipient={data} />}
      <ChangeForm recipient={data} />
    </div>
  )
}

function Stored({ recipient }: { recipient: StoredRecipient }) {
  const { phone, recipient_name, recipient_phone, address_text, note, data_transfer } = recipient
  const other = recipient_name === null ? null : `${recipient_name} · ${recipient_phone}`
  return (
    <section aria-labelledby="stored" className="sheet grid gap-2 text-sm">
      <h2 id="stored" className="part-title">
        Đang lưu
      </h2>
      <FactList
        facts={[
          ['Người đặt', `${calledName(recipient)} · ${phone}`],
          ...(other === null ? [] : ([['Người nhận', other]] as const)),
          ['Địa chỉ', address_text],
          ...(note === null ? [] : ([['Ghi chú', note]] as const)),
          ...(data_transfer ? ([['Dịch vụ', data_transfer_title]] as const) : []),
        ]}
      />
    </section>
  )
}

/** Lists the wards of another province. What was typed below stays. */
function ProvinceChoice({ recipient }: { recipient: StoredRecipient }) {
  const { order_code, province_code, provinces } = recipient
  return (
    <Form
      action={recipientPath(order_code)}
      preventScrollReset
      className="sheet flex flex-wrap items-end gap-3 text-sm"
    >
      <label className="grid min-w-0 flex-1 gap-1 font-semibold">
        Giao sang tỉnh, thành phố khác
        <select
          key={province_code}
          name="tinh"
          defaultValue={province_code ?? ''}
          className="field min-h-11 w-full font-normal"
        >
          {province_code === null && <option value="">Chọn</option>}
          {provinces.map((one) => (
            <option key={one.province_code} value={one.province_code}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="tool min-h-11">
        Xem phường, xã
      </button>
    </Form>
  )
}

function ChangeForm({ recipient }: { recipient: StoredRecipient }) {
  const { order_code, version, delivery, name, phone, recipient_name, recipient_phone } = recipient
  const { salutation, street, note, data_transfer } = recipient
  return (
    <StaffForm
      action={recipientPath(order_code)}
      hidden={{ version }}
      autoComplete="off"
      className="sheet grid gap-4 text-sm"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceField
          label="Xưng hô"
          name="salutation"
          value={salutation ?? ''}
          choices={choicesOf({ '': 'Chưa rõ', ...salutations })}
        />
        <TextField label="Tên người đặt" name="name" defaultValue={name} maxLength={100} />
        <TextField
          label="Số điện thoại mới"
          name="phone"
          inputMode="numeric"
          placeholder={`Giữ ${phone}`}
          maxLength={30}
        />
        <TextField
          label="Người nhận hộ (nếu có)"
          name="recipient_name"
          defaultValue={recipient_name ?? ''}
          maxLength={100}
        />
        <TextField
          label="Số điện thoại người nhận hộ"
          name="recipient_phone"
          inputMode="numeric"
          placeholder={recipient_phone === null ? '' : `Giữ ${recipient_phone}`}
          maxLength={30}
        />
      </div>
      {delivery === 'home_delivery' && (
        <div className="grid gap-4 md:grid-cols-2">
          <WardChoice recipient={recipient} />
          <TextField
            label="Số nhà, tên đường"
            name="street"
            defaultValue={street ?? ''}
            maxLength={200}
          />
        </div>
      )}
      <TextField label="Ghi chú của khách" name="note" defaultValue={note ?? ''} maxLength={500} />
      <ChoiceField
        label="Chuyển dữ liệu từ máy cũ"
        name="data_transfer"
        value={data_transfer ? '1' : '0'}
        choices={[
          { value: '0', title: 'Không' },
          { value: '1', title: 'Khách nhờ, miễn phí' },
        ]}
      />
      <p className="text-muted">
        Giá, ưu đãi và phí giao hàng của đơn giữ nguyên. Khách thấy thay đổi trong lịch sử đơn.
      </p>
      <div>
        <SubmitButton look="primary">Lưu</SubmitButton>
      </div>
    </StaffForm>
  )
}

function WardChoice({
  recipient: { ward_id, province_code, wards },
}: {
  recipient: StoredRecipient
}) {
  const is_listed = wards.some((ward) => ward.ward_id === ward_id)
  return (
    <label className="grid content-start gap-1 font-semibold">
      Phường, xã
      <select
        key={province_code}
        name="ward_id"
        defaultValue={is_listed ? String(ward_id) : ''}
        className="field min-h-11 w-full font-normal"
      >
        {!is_listed && <option value="">Giữ nguyên</option>}
        {wards.map((ward) => (
          <option key={ward.ward_id} value={ward.ward_id}>
            {ward.name}
          </option>
        ))}
      </select>
    </label>
  )
}
