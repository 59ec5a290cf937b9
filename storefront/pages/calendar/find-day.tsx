import type { ReactNode } from 'react'
import { calendar_years, lunarDate } from '#pure/lunar/lunar-date.ts'
import { julianDay } from '#pure/lunar/julian-day.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import type { CalendarData } from '#storefront/pages/calendar/calendar-data.ts'
import { isoDate } from '#storefront/pages/calendar/calendar-dates.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

const months = Array.from({ length: 12 }, (_, n) => n + 1)
const { first, last } = calendar_years

/** Three plain forms: to a month, from a solar date to the lunar one, and from a lunar date to the solar one. */
export function FindDay({ data: { chosen, problem, asked } }: { data: CalendarData }) {
  const lunar = lunarDate(julianDay(chosen))
  const typed = {
    day: asked?.day ?? lunar?.day,
    month: asked?.month ?? lunar?.month,
    year: asked?.year ?? lunar?.year,
  }
  return (
    // The key is the day, so that the fields show it after a link and after the back button.
    <div key={isoDate(chosen)} className="mt-3 print:hidden md:mt-4">
      {problem !== null && (
        <div className="mb-3">
          <Notice kind="error">{problem}</Notice>
        </div>
      )}
      <FieldScope answer={no_answer}>
        <div className="grid gap-3 md:gap-4 lg:grid-cols-3">
          <FindForm title="Xem tháng" button="Xem tháng">
            <div className="grid grid-cols-2 gap-3">
              <SelectField name="thang" label="Tháng" defaultValue={chosen.month}>
                {months.map((month) => (
                  <option key={month}>{month}</option>
                ))}
              </SelectField>
              <YearField name="nam" label="Năm" value={chosen.year} />
            </div>
          </FindForm>
          <FindForm title="Đổi dương sang âm" button="Đổi sang âm lịch">
            <TextField
              name="ngay"
              type="date"
              label="Ngày dương lịch"
              min={`${first}-01-01`}
              max={`${last}-12-31`}
              defaultValue={isoDate(chosen)}
              required
            />
          </FindForm>
          <FindForm title="Đổi âm sang dương" button="Đổi sang dương lịch">
            <div className="grid grid-cols-3 gap-3 large-text:grid-cols-1">
              <TextField
                name="ngay_am"
                label="Ngày"
                inputMode="numeric"
                maxLength={2}
                defaultValue={typed.day}
                required
              />
              <TextField
                name="thang_am"
                label="Tháng"
                inputMode="numeric"
                maxLength={2}
                defaultValue={typed.month}
                required
              />
              <YearField name="nam_am" label="Năm" value={typed.year} />
            </div>
            <label className="mt-3 flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                name="nhuan"
                value="1"
                defaultChecked={asked?.is_leap ?? lunar?.is_leap ?? false}
                className="size-5 accent-accent"
              />
              Tháng nhuận
            </label>
          </FindForm>
        </div>
      </FieldScope>
    </div>
  )
}

const no_answer = { problems: {}, values: {} }

interface FindFormProps {
  title: string
  button: string
  children: ReactNode
}

function FindForm({ title, button, children }: FindFormProps) {
  return (
    <form action={tool_addresses.calendar.path} className="sheet flex flex-col p-4 sm:p-5">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
      <div className="mt-auto pt-4">
        <button type="submit" className={buttonClass('dark', 'w-full')}>
          {button}
        </button>
      </div>
    </form>
  )
}

interface YearFieldProps {
  name: string
  label: string
  value: number | string | undefined
}

function YearField({ name, label, value }: YearFieldProps) {
  return (
    <TextField
      name={name}
      label={label}
      inputMode="numeric"
      maxLength={4}
      defaultValue={value}
      required
    />
  )
}
