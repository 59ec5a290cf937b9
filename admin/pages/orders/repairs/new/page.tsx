import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import type { NewRepairData } from '#admin/pages/orders/repairs/new/page.server.ts'
import { unlock_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import { ShopField } from '#admin/pages/returns/shop-field.tsx'
import { accessory_titles, device_part_titles } from '#pure/formats/device-parts.ts'

export const title = 'Nhận máy sửa'
export const has_own_heading = true

type Typed = Readonly<Record<string, string>>

/**
 * Takes a device in. The browser sends the form itself, so that it is the same with and without scripts. What works is
 * not asked: only parts that do not work are ticked.
 */
export function Page({ data, typed = {} }: { data: NewRepairData; typed?: Typed }) {
  const { booking, problem, warranties } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">{title}</h1>
        <Link to={addresses.repairs.path} className="tool ml-auto min-h-11">
          Bảng sửa chữa
        </Link>
      </div>
      {problem !== null && (
        <p role="alert" className="sheet font-semibold text-sale">
          {problem}
        </p>
      )}
      <Find data={data} />
      <form
        method="post"
        action={`${addresses.new_repair.path}${booking === null ? '' : `?lich=${booking.code}`}`}
        encType="multipart/form-data"
        className="grid gap-4 text-sm lg:grid-cols-2 lg:items-start"
      >
        <input type="hidden" name="form_key" value={typed['form_key'] ?? data.form_key} />
        {booking !== null && <input type="hidden" name="booking" value={booking.code} />}
        <Customer data={data} typed={typed} />
        <Device data={data} typed={typed} />
        <Condition typed={typed} />
        <section aria-label="Hẹn trả" className="sheet grid gap-3">
          {warranties.length > 0 && <Warranties data={data} typed={typed} />}
          <Field label="Hẹn trả máy">
            <input
              type="datetime-local"
              name="promised_at"
              required
              defaultValue={typed['promised_at'] ?? data.promised_at}
              className="field min-h-11 w-full"
            />
          </Field>
          {booking === null && (
            <Field label="Khách chờ lấy ngay (giữ một thợ từ bây giờ)">
              <select
                name="waits_minutes"
                defaultValue={typed['waits_minutes'] ?? '0'}
                className="field min-h-11 w-full"
              >
                {waits.map(([minutes, name]) => (
                  <option key={minutes} value={minutes}>
                    {name}
                  </option>
                ))}
              </select>
            </Field>
          )}
          <Field label="Phí kiểm tra báo trước, nếu khách không sửa (0 là miễn phí)">
            <MoneyInput
              name="announced_fee"
              defaultValue={typed['announced_fee'] ?? '0'}
              className="field min-h-11 w-full text-right tabular-nums"
            />
          </Field>
          <More typed={typed} />
          <Field label="Ảnh tình trạng máy (tối đa 6, thêm sau được)">
            <input
              type="file"
              name="pictures"
              multiple
              accept="image/jpeg,image/png,image/webp,image/avif"
              className="min-h-11 w-full"
            />
          </Field>
          <button type="submit" className="tool-main min-h-12 w-full">
            Nhận máy và lập phiếu
          </button>
        </section>
      </form>
    </>
  )
}

/** How long somebody waits who walked in. */
const waits = [
  [0, 'Không, để máy lại'],
  [30, 'Chờ 30 phút'],
  [60, 'Chờ 1 giờ'],
  [90, 'Chờ 1 giờ 30 phút'],
  [120, 'Chờ 2 giờ'],
] as const

const rare = ['email', 'loaner', 'notes']

/** What most tickets leave empty is folded away, unless something was typed. */
function More({ typed }: { typed: Typed }) {
  return (
    <details open={rare.some((name) => typed[name])}>
      <summary className="min-h-11 content-center font-semibold">
        Email, máy cho mượn, ghi chú…
      </summary>
      <div className="grid gap-3">
        <Field label="Email">
          <Text name="email" max={200} typed={typed} mode="email" />
        </Field>
        <Field label="Cho khách mượn máy">
          <Text name="loaner" max={200} typed={typed} />
        </Field>
        <Field label="Ghi chú nội bộ">
          <Text name="notes" max={500} typed={typed} />
        </Field>
      </div>
    </details>
  )
}

/** A scanned booking or IMEI fills the form. */
function Find({ data: { booking, imei } }: { data: NewRepairData }) {
  return (
    <form
      action={addresses.new_repair.path}
      className="sheet flex flex-wrap items-end gap-2 text-sm"
    >
      <label className="grid min-w-0 grow basis-40 gap-1">
        <span className="text-muted">Mã lịch hẹn</span>
        <input
          name="lich"
          defaultValue={booking?.code ?? ''}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="LH…"
          className="field min-h-11 w-full"
        />
      </label>
      <label className="grid min-w-0 grow basis-40 gap-1">
        <span className="text-muted">IMEI để xem bảo hành</span>
        <input
          name="imei"
          defaultValue={imei}
          maxLength={40}
          autoComplete="off"
          inputMode="numeric"
          className="field min-h-11 w-full"
        />
      </label>
      <button type="submit" className="tool min-h-11">
        Tìm
      </button>
    </form>
  )
}

interface PartProps {
  data: NewRepairData
  typed: Typed
}

function Customer({ data: { booking, shops }, typed }: PartProps) {
  const chosen = Number(typed['shop_id']) || booking?.shop_id
  return (
    <section aria-label="Khách" className="sheet grid gap-3">
      {booking !== null && (
        <div className="rounded-lg bg-cream p-3">
          <p className="font-semibold">Lịch hẹn {booking.code}</p>
          <p className="wrap-anywhere">{booking.services.join(', ')}</p>
          {booking.notes !== null && <p className="text-muted">Khách dặn: {booking.notes}</p>}
        </div>
      )}
      <ShopField shops={shops} {...(chosen !== undefined && { chosen })} />
      <Field label="Tên khách">
        <Text name="name" max={100} typed={typed} value={booking?.name} required />
      </Field>
      <Field label="Số điện thoại">
        <Text name="phone" max={30} typed={typed} value={booking?.phone} required mode="tel" />
      </Field>
    </section>
  )
}

function Device({ data: { booking, imei }, typed }: PartProps) {
  return (
    <section aria-label="Máy" className="sheet grid gap-3">
      <Field label="Máy (model, màu)">
        <Text name="device" max={120} typed={typed} value={deviceOf(booking)} required />
      </Field>
      <Field label="IMEI hoặc serial">
        <Text name="imei" max={40} typed={typed} value={imei} />
      </Field>
      <Field label="Khách báo máy bị gì">
        <Text name="fault" max={500} typed={typed} value={booking?.services.join(', ')} required />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-muted">
          Mở khóa máy. Không ghi mật mã của khách ở bất kỳ ô nào.
        </legend>
        {Object.entries(unlock_titles).map(([value, name], n) => (
          <label key={value} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="unlock"
              value={value}
              required
              defaultChecked={typed['unlock'] === undefined ? n === 0 : typed['unlock'] === value}
              className="size-5"
            />
            {name}
          </label>
        ))}
      </fieldset>
    </section>
  )
}

/** "Thay pin iPhone 13 - Pisen" names the device after the work; staff shorten it. */
function deviceOf(booking: NewRepairData['booking']): string | undefined {
  return booking?.services[0]?.split(' - ')[0]
}

function Condition({ typed }: { typed: Typed }) {
  return (
    <section aria-label="Tình trạng" className="sheet grid gap-3">
      <Box name="powers_on" typed={typed} is_on={typed['form_key'] === undefined}>
        Máy lên nguồn
      </Box>
      <fieldset>
        <legend className="mb-1 text-muted">Phần không hoạt động</legend>
        <div className="grid grid-cols-2 gap-x-2 sm:grid-cols-3">
          {Object.entries(device_part_titles).map(([part, name]) => (
            <Box key={part} name={`broken.${part}`} typed={typed}>
              {name}
            </Box>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-muted">Nhận kèm</legend>
        <div className="grid grid-cols-2 gap-x-2 sm:grid-cols-3">
          {Object.entries(accessory_titles).map(([one, name]) => (
            <Box key={one} name={`with.${one}`} typed={typed}>
              {name}
            </Box>
          ))}
        </div>
      </fieldset>
    </section>
  )
}

function Warranties({ data: { warranties }, typed }: PartProps) {
  return (
    <fieldset className="grid gap-1 rounded-lg bg-cream p-3">
      <legend className="font-semibold">Máy này còn bảo hành</legend>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="radio"
          name="warranty"
          value=""
          defaultChecked={!typed['warranty']}
          className="size-5"
        />
        Lỗi khác, sửa có phí
      </label>
      {warranties.map(({ key, name, until, repairs }) => (
        <label key={key} className="flex min-h-11 items-center gap-2">
          <input
            type="radio"
            name="warranty"
            value={key}
            defaultChecked={typed['warranty'] === key}
            className="size-5 shrink-0"
          />
          <span className="min-w-0 wrap-anywhere">
            Bảo hành {name}, đến {until.split('-').toReversed().join('/')}: không thu phí
            {repairs > 0 && `, lỗi này sửa bảo hành lần ${repairs + 1}`}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      {children}
    </label>
  )
}

interface TextProps {
  name: string
  max: number
  typed: Typed
  value?: string | undefined
  required?: boolean
  mode?: 'tel' | 'email'
}

function Text({ name, max, typed, value = '', required = false, mode }: TextProps) {
  return (
    <input
      {...{ name, required }}
      type={mode ?? 'text'}
      maxLength={max}
      defaultValue={typed[name] ?? value}
      autoComplete="off"
      className="field min-h-11 w-full"
    />
  )
}

interface BoxProps {
  name: string
  typed: Typed
  is_on?: boolean
  children: string
}

function Box({ name, typed, is_on = false, children }: BoxProps) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={is_on || name in typed}
        className="size-5"
      />
      {children}
    </label>
  )
}
