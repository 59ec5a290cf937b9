import { addresses } from '#admin/addresses/addresses.ts'
import { SecondStepFields } from '#admin/kit/second-step-fields.tsx'
import { SettingField } from '#admin/kit/setting-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { GatewaysData } from '#admin/pages/gateways/page.server.ts'
import { states } from '#admin/pages/gateways/texts.ts'
import type { Fields } from '#admin/runtime/page.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import type { GatewaySetUp } from '#contracts/staff/gateways.ts'

export const title = 'Cổng thanh toán'

/** All payment methods, each with its state and a form for its settings. */
export function Page({ data, typed }: { data: GatewaysData; typed?: Fields }) {
  const { gateways, history, second_steps } = data
  return (
    <>
      <p className="text-muted">
        Khóa được mã hóa khi lưu và không bao giờ hiện lại: để trống là giữ nguyên.
      </p>
      {gateways.map((gateway) => (
        <GatewaySheet
          key={gateway.code}
          gateway={gateway}
          second_steps={second_steps}
          typed={typed?.['code'] === gateway.code ? typed : undefined}
        />
      ))}
      {history !== null && <ChangeHistory entries={history} thing="gateway" />}
    </>
  )
}

interface SheetProps {
  gateway: GatewaySetUp
  second_steps: OwnSecondSteps
  /** What a refused form of this gateway had in its fields. */
  typed: Fields | undefined
}

function GatewaySheet({ gateway, second_steps, typed }: SheetProps) {
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
              <SettingField
                key={field.name}
                code={code}
                field={field}
                typed={typed?.[field.name]}
              />
            ))}
          </div>
        )}
        <label className="flex min-h-11 items-center gap-2 font-semibold">
          <input
            type="checkbox"
            name="is_enabled"
            defaultChecked={typed === undefined ? is_enabled : typed['is_enabled'] === 'on'}
            className="size-6 accent-accent"
          />
          Cho khách chọn
        </label>
        <SecondStepFields second_steps={second_steps} />
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
