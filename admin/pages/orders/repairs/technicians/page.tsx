import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { skill_titles } from '#admin/pages/orders/bookings/skill-titles.ts'
import type {
  TechniciansData,
  TechniciansSaved,
} from '#admin/pages/orders/repairs/technicians/page.server.ts'
import type { ShopTechnicians, Skill } from '#contracts/staff/orders/repair-settings.ts'

export const title = 'Kỹ thuật viên'

const { path } = addresses.technicians
const weekdays = ['T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'CN']

type Typed = Readonly<Record<string, string>>

interface PageProps {
  data: TechniciansData
  answer?: TechniciansSaved
  typed?: Typed
}

/** How many technicians a shop has on each weekday, and what they can do: so many devices are booked at once. */
export function Page({ data: { shops, shop }, answer, typed = {} }: PageProps) {
  if (shop === null) {
    return <p className="sheet text-muted">Chưa có cửa hàng sửa chữa nào của bạn.</p>
  }
  const { shop_id, people, time_opening } = shop
  return (
    <div className="grid gap-4 text-sm">
      <form action={path} className="sheet flex flex-wrap items-end gap-3">
        <label className="grid min-w-0 grow gap-1">
          <span className="text-muted">Cửa hàng</span>
          <select
            key={shop_id}
            name="shop_id"
            defaultValue={shop_id}
            className="field min-h-11 w-full"
          >
            {shops.map((one) => (
              <option key={one.shop_id} value={one.shop_id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <SubmitButton>Xem</SubmitButton>
        <Link to={`${addresses.bookings.path}?shop_id=${shop_id}`} className="tool min-h-11">
          Lịch hẹn
        </Link>
      </form>
      {answer && <Saved answer={answer} />}
      <Weeks shop={shop} typed={typed} />
      <p className="sheet text-muted">
        Giờ mở cửa: {time_opening}. Ngày nghỉ, Tết: ở trang Phí và hẹn giao.{' '}
        {people.length === 0
          ? 'Chưa có nhân viên kỹ thuật nào ở cửa hàng này.'
          : `Nhân viên nhận phiếu sửa: ${people.join(', ')}.`}
      </p>
    </div>
  )
}

function Saved({ answer: { crowded } }: { answer: TechniciansSaved }) {
  const more =
    crowded === 0
      ? ''
      : ` ${crowded} khung giờ đã có nhiều lịch hẹn hơn số thợ: các lịch này giữ nguyên, hãy dời bớt hoặc thêm thợ.`
  return (
    <p role="status" className="sheet">
      {`Đã lưu.${more}`}
    </p>
  )
}

function Weeks({ shop, typed }: { shop: ShopTechnicians; typed: Typed }) {
  const { shop_id, seen, everybody, skills } = shop
  const weekOf = (skill: Skill) => skills.find((one) => one.skill === skill)?.week ?? null
  const named = Object.entries(skill_titles) as [Skill, string][]
  return (
    <StaffForm
      key={`${shop_id} ${seen}`}
      action={`${path}?shop_id=${shop_id}`}
      hidden={{ shop_id, seen }}
      autoComplete="off"
      className="sheet grid gap-3"
    >
      <p className="text-muted">
        Mỗi ô là số thợ làm việc trong ngày, cũng là số máy nhận cùng một giờ. Kỹ năng để trống cả
        bảy ô: thợ nào cũng làm được. Ghi 0: ngày đó không nhận.
      </p>
      <div
        className="relative overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label="Số thợ theo kỹ năng và ngày"
      >
        <table className="w-full">
          <thead className="max-md:sr-only">
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-2 pr-3 text-left font-semibold">
                Kỹ năng
              </th>
              {weekdays.map((day) => (
                <th key={day} scope="col" className="px-1 py-2 font-semibold">
                  {day}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Week skill="any" name="Tất cả thợ" week={everybody} typed={typed} />
            {named.map(([skill, name]) => (
              <Week key={skill} skill={skill} name={name} week={weekOf(skill)} typed={typed} />
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <SubmitButton look="primary">Lưu số thợ</SubmitButton>
      </div>
    </StaffForm>
  )
}

interface WeekProps {
  skill: Skill | 'any'
  name: string
  /** Null: everybody can do it. */
  week: readonly number[] | null
  typed: Typed
}

function Week({ skill, name, week, typed }: WeekProps) {
  return (
    <tr className="border-b border-line last:border-0 max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(2.5rem,1fr))] max-md:gap-x-1 max-md:py-2">
      <th
        scope="row"
        className="py-1.5 pr-3 text-left font-semibold whitespace-nowrap max-md:col-span-full"
      >
        {name}
      </th>
      {weekdays.map((day, n) => {
        const field = `${skill}.${n}`
        return (
          <td
            key={day}
            data-title={day}
            className="px-1 py-1.5 max-md:p-0 max-md:text-center max-md:before:text-xs max-md:before:text-muted max-md:before:content-[attr(data-title)]"
          >
            <input
              name={field}
              aria-label={`${name}, ${day}`}
              inputMode="numeric"
              maxLength={2}
              defaultValue={typed[field] ?? week?.[n] ?? ''}
              className="field mx-auto block min-h-11 w-12 text-center tabular-nums max-md:w-full max-md:px-1"
            />
          </td>
        )
      })}
    </tr>
  )
}
