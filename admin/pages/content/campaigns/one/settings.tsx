import { landingPagePath } from '#admin/addresses/paths.ts'
import { ChoiceField, choicesOf } from '#admin/kit/fields/choice-field.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { fieldTime, TimeField } from '#admin/kit/fields/time-field.tsx'
import {
  layout_titles,
  recur_titles,
  theme_titles,
} from '#admin/pages/content/campaigns/campaign-texts.ts'
import type { StoredLanding } from '#contracts/staff/offers/landing-pages.ts'

interface LandingSettingsProps {
  /** Null: a new page. */
  landing: StoredLanding | null
  typed: Readonly<Record<string, string>>
}

const times = [
  ['teasing_at', 'Sắp mở bán từ'],
  ['starts_at', 'Bắt đầu'],
  ['dday_at', 'Ngày vàng từ'],
  ['dday_ends_at', 'Ngày vàng đến'],
  ['ends_at', 'Kết thúc'],
] as const

/** The name, addresses, times and texts for search engines of a page. */
export function LandingSettings({ landing, typed }: LandingSettingsProps) {
  const text = (name: string, stored: string | null | undefined) => typed[name] ?? stored ?? ''
  const is_on =
    typed['name'] === undefined ? (landing?.is_active ?? false) : typed['is_active'] === 'on'
  return (
    <section aria-labelledby="settings" className="sheet text-sm">
      <h2 id="settings" className="part-title mb-2">
        Địa chỉ và thời gian
      </h2>
      <StaffForm
        action={landingPagePath(landing?.code ?? 'moi')}
        hidden={{ intent: 'save', version: landing?.version ?? 0 }}
        className="grid max-w-4xl gap-3"
      >
        {landing === null && (
          <LineField
            label="Mã (chữ thường, số, gạch nối), không đổi được"
            name="code"
            required
            maxLength={60}
            defaultValue={text('code', null)}
          />
        )}
        <LineField
          label="Tên"
          name="name"
          required
          maxLength={80}
          defaultValue={text('name', landing?.name)}
        />
        <div className="grid gap-3 md:grid-cols-3">
          <ChoiceField
            label="Kiểu trang"
            name="layout"
            choices={choicesOf(layout_titles)}
            value={text('layout', landing?.layout)}
          />
          <ChoiceField
            label="Màu"
            name="theme"
            choices={choicesOf(theme_titles)}
            value={text('theme', landing?.theme)}
          />
          <ChoiceField
            label="Lặp lại"
            name="recurs"
            choices={choicesOf(recur_titles)}
            value={text('recurs', landing?.recurs)}
          />
        </div>
        <div className="grid gap-3 md:grid-cols-3">
          <LineField
            label="Địa chỉ (không có / đầu)"
            name="path"
            required
            maxLength={200}
            defaultValue={text('path', landing?.path.slice(1))}
          />
          <LineField
            label="Địa chỉ sắp mở bán"
            name="teasing_path"
            maxLength={200}
            defaultValue={text('teasing_path', landing?.teasing_path)}
          />
          <LineField
            label="Địa chỉ ngày vàng"
            name="dday_path"
            maxLength={200}
            defaultValue={text('dday_path', landing?.dday_path)}
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
          {times.map(([name, label]) => (
            <TimeField
              key={name}
              label={label}
              name={name}
              value={text(name, fieldTime(landing?.[name]))}
              optional
            />
          ))}
        </div>
        <LineField
          label="Tiêu đề cho máy tìm kiếm (trống: tên trang)"
          name="meta_title"
          maxLength={120}
          defaultValue={text('meta_title', landing?.meta_title)}
        />
        <LineField
          label="Mô tả cho máy tìm kiếm"
          name="meta_description"
          maxLength={300}
          defaultValue={text('meta_description', landing?.meta_description)}
        />
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            name="is_active"
            defaultChecked={is_on}
            className="size-5 accent-accent"
          />
          Khách mở được trang
        </label>
        <div>
          <SubmitButton look="primary">Lưu</SubmitButton>
        </div>
      </StaffForm>
    </section>
  )
}
