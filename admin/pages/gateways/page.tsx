import { addresses } from '#admin/addresses/addresses.ts'
import { SettingField } from '#admin/kit/setting-field.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { GatewaysData } from '#admin/pages/gateways/page.server.ts'
import { states } from '#admin/pages/gateways/texts.ts'
import type { GatewaySetUp } from '#contracts/staff/gateways.ts'

export const title = 'Cổng thanh toán'

/** All payment methods, each with its state and a form for its settings. */
export function Page({ data: { gateways, history, needs_code } }: { data: GatewaysData }) {
  return (
    <>
      <p className="text-muted">
        Khóa được mã hóa khi lưu và không bao giờ hiện lại: để trống là giữ nguyên.
      </p>
      {gateways.map((gateway) => (
        <GatewaySheet key={gateway.code} gateway={gateway} needs_code={needs_code} />
      ))}
      {history !== null && <ChangeHistory entries={history} thing="gateway" />}
    </>
  )
}

interface SheetProps {
  gateway: GatewaySetUp
  needs_code: boolean
}

function GatewaySheet({ gateway, needs_code }: SheetProps) {
  const { code, title: name, state, notify_url, can_refund, is_enabled, fields } = gateway
  const has_settings = state !== 'none' && state !== 'demo' && state !== 'needless'
  return (
    <section className="sheet grid gap-4" aria-labelledby={code}>
      <h2 id={code} className="text-lg">
        {name}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name="Tình trạng" value={states[state]} />
        {notify_url !== null && <Fact name="Địa chỉ báo kết quả" value={notify_url} />}
        <Fact name="Hoàn tiền" value={can_refund ? 'tự động' : 'nhân viên hoàn'} />
      </dl>
      <StaffForm
        action={addresses.gateways.path}
        hidden={{ code }}
        autoComplete="off"
        reloadDocument
        className="grid gap-4"
      >
        {fields.length > 0 && (
          <div className="grid gap-4 md:grid-cols-2">
            {fields.map((field) => (
              <SettingField key={field.name} code={code} field={field} />
            ))}
          </div>
        )}
        <label className="flex min-h-11 items-center gap-2 font-semibold">
          <input
            type="checkbox"
            name="is_enabled"
            defaultChecked={is_enabled}
            className="size-6 accent-accent"
          />
          Cho khách chọn
        </label>
        {needs_code && (
          <div className="max-w-xs">
            <TextField
              label="Mã xác thực mới (6 số)"
              name="second_step"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
            />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value="save" look="primary">
            Lưu
          </SubmitButton>
          {has_settings && (
            <SubmitButton name="intent" value="forget">
              Xóa cài đặt
            </SubmitButton>
          )}
        </div>
      </StaffForm>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </>
  )
}
