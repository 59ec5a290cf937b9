import { used_grade_titles } from '#admin/pages/units/used-texts.ts'
import type { UsedUnitPage } from '#contracts/staff/trade/used-units.ts'

type Described = Pick<
  UsedUnitPage,
  | 'grade'
  | 'battery'
  | 'owner_count'
  | 'replaced_parts'
  | 'tests'
  | 'condition_notes'
  | 'accessories'
  | 'warranty_months'
  | 'used_since'
>

const usual_tests = [
  'Màn hình',
  'Cảm ứng',
  'Camera',
  'Loa, mic',
  'Sóng, wifi',
  'Pin',
  'Face ID, vân tay',
]
  .map((name) => `${name}: đạt`)
  .join('\n')
const usual_accessories = 'Máy, hộp, cáp'

interface PassportFieldsProps {
  unit: Described | null
  /** What was typed before a refusal. */
  typed?: Readonly<Record<string, string>>
}

/** What staff say about a device: the same fields where it comes in and on its page. */
export function PassportFields({ unit, typed = {} }: PassportFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-2 text-sm">
      <label className="grid gap-1">
        <span className="text-muted">Hạng</span>
        <select
          name="grade"
          defaultValue={typed['grade'] ?? unit?.grade ?? 'good'}
          className="field min-h-11"
        >
          {Object.entries(used_grade_titles).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Short label="Pin (%)" name="battery" value={typed['battery'] ?? unit?.battery ?? ''} />
      <Short
        label="Số đời chủ"
        name="owner_count"
        value={typed['owner_count'] ?? unit?.owner_count ?? 1}
      />
      <Short
        label="Bảo hành (tháng)"
        name="warranty_months"
        value={typed['warranty_months'] ?? unit?.warranty_months ?? 6}
      />
      <label className="grid gap-1">
        <span className="text-muted">Dùng từ ngày</span>
        <input
          type="date"
          name="used_since"
          defaultValue={typed['used_since'] ?? unit?.used_since ?? ''}
          className="field min-h-11"
        />
      </label>
      <Long
        label="Phụ kiện"
        name="accessories"
        value={typed['accessories'] ?? unit?.accessories ?? usual_accessories}
      />
      <Long
        label="Ngoại hình"
        name="condition_notes"
        value={typed['condition_notes'] ?? unit?.condition_notes ?? ''}
      />
      <Long
        label="Linh kiện đã thay, cách nhau bằng dấu phẩy"
        name="replaced_parts"
        value={typed['replaced_parts'] ?? unit?.replaced_parts.join(', ') ?? ''}
      />
      <label className="col-span-2 grid gap-1">
        <span className="text-muted">
          Kiểm tra: mỗi dòng một mục, ghi “: đạt” hoặc “: không đạt”. Mục đổi kết quả mang ngày hôm
          nay
        </span>
        <textarea
          name="tests"
          rows={5}
          maxLength={1_000}
          defaultValue={typed['tests'] ?? (unit === null ? usual_tests : testLines(unit))}
          className="field"
        />
      </label>
      {unit !== null && (
        <label className="col-span-2 flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            name="is_tested_again"
            value="1"
            className="size-5 shrink-0 accent-accent"
          />
          Đã kiểm tra lại tất cả hôm nay
        </label>
      )}
    </div>
  )
}

function testLines({ tests }: Described): string {
  return tests
    .map(({ name, is_passed }) => `${name}: ${is_passed ? 'đạt' : 'không đạt'}`)
    .join('\n')
}

function Short({ label, name, value }: { label: string; name: string; value: string | number }) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <input
        name={name}
        inputMode="numeric"
        defaultValue={value}
        maxLength={3}
        autoComplete="off"
        className="field min-h-11 min-w-0"
      />
    </label>
  )
}

function Long({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="col-span-2 grid gap-1">
      <span className="text-muted">{label}</span>
      <input
        name={name}
        defaultValue={value}
        maxLength={200}
        autoComplete="off"
        className="field min-h-11 min-w-0"
      />
    </label>
  )
}
