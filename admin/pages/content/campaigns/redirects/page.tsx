import { CheckField } from '#admin/kit/fields/choice-field.tsx'
import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { RedirectsData } from '#admin/pages/content/campaigns/redirects/page.server.ts'
import type { RedirectRow } from '#contracts/staff/offers/redirects.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Chuyển hướng'

const { path } = addresses.redirects

interface PageProps {
  data: RedirectsData
  typed?: Readonly<Record<string, string>>
}

/** Old addresses and where they lead. */
export function Page({ data: { rows, may_change, open }, typed = {} }: PageProps) {
  return (
    <div className="grid gap-4">
      {may_change && <RuleForm key={open?.path ?? `${rows.length}`} rule={open} typed={typed} />}
      <DataTable
        label="Quy tắc chuyển hướng"
        empty="Chưa có quy tắc nào."
        columns={may_change ? [...columns, changing] : columns}
        rows={rows}
        keyOf={(rule) => rule.path}
      />
    </div>
  )
}

const columns: Column<RedirectRow>[] = [
  {
    title: 'Đường dẫn cũ',
    look: 'text',
    cell: (rule) => rule.path + (rule.is_prefix ? '/…' : ''),
  },
  {
    title: 'Dẫn đến',
    look: 'text',
    cell: ({ target, is_external }) => (is_external ? `${target} (trang khác)` : target),
  },
  {
    title: 'Kiểu',
    cell: ({ status }) => (status === 301 ? '301 lâu dài' : '302 tạm thời'),
  },
  { title: 'Đang dùng', cell: ({ is_active }) => (is_active ? 'Có' : 'Tắt') },
  { title: 'Ghi chú', look: 'text', cell: ({ note }) => note },
  {
    title: 'Sửa sau cùng',
    cell: ({ changed_at, changed_by }) =>
      `${formatDateTime(new Date(changed_at))}${changed_by === null ? '' : `, ${changed_by}`}`,
  },
]

const changing: Column<RedirectRow> = {
  title: 'Việc',
  cell: (rule) => (
    <div className="flex gap-2">
      <Link to={`${path}?sua=${encodeURIComponent(rule.path)}`} className="tool">
        Sửa<span className="sr-only"> {rule.path}</span>
      </Link>
      <StaffForm
        action={path}
        hidden={{ intent: 'remove', path: rule.path, version: rule.version }}
      >
        <button type="submit" className="tool border-sale text-sale">
          Xóa<span className="sr-only"> {rule.path}</span>
        </button>
      </StaffForm>
    </div>
  ),
}

interface RuleFormProps {
  /** Null: a new rule. */
  rule: RedirectRow | null
  typed: Readonly<Record<string, string>>
}

function RuleForm({ rule, typed }: RuleFormProps) {
  const text = (name: 'path' | 'target' | 'note') => typed[name] ?? rule?.[name] ?? ''
  const isOn = (name: 'is_prefix' | 'is_external' | 'is_active', usual: boolean) =>
    typed['path'] === undefined ? (rule?.[name] ?? usual) : typed[name] === 'on'
  const status = typed['status'] ?? String(rule?.status ?? 301)
  return (
    <section aria-labelledby="rule" className="sheet text-sm">
      <h2 id="rule" className="part-title mb-2">
        {rule === null ? 'Quy tắc mới' : `Sửa ${rule.path}`}
      </h2>
      <StaffForm
        action={path}
        hidden={{
          intent: 'save',
          version: rule?.version ?? 0,
          ...(rule === null ? {} : { path: rule.path }),
        }}
        className="grid max-w-3xl grid-cols-1 gap-3"
      >
        {rule === null && (
          <LineField
            label="Đường dẫn cũ"
            name="path"
            required
            maxLength={500}
            defaultValue={text('path')}
          />
        )}
        <LineField
          label="Dẫn đến"
          name="target"
          required
          maxLength={1_000}
          defaultValue={text('target')}
        />
        <label className="grid grid-cols-1 gap-1">
          <span className="text-muted">Kiểu</span>
          <select name="status" defaultValue={status} className="field">
            <option value="301">301: chuyển lâu dài, máy tìm kiếm đổi theo</option>
            <option value="302">302: tạm thời</option>
          </select>
        </label>
        <CheckField
          label="Cả những đường dẫn bên dưới (phần sau được giữ nguyên)"
          name="is_prefix"
          is_on={isOn('is_prefix', false)}
        />
        <CheckField
          label="Cho phép sang trang web khác"
          name="is_external"
          is_on={isOn('is_external', false)}
        />
        <CheckField label="Đang dùng" name="is_active" is_on={isOn('is_active', true)} />
        <LineField label="Ghi chú" name="note" maxLength={200} defaultValue={text('note')} />
        <div>
          <SubmitButton look="primary">Lưu</SubmitButton>
        </div>
      </StaffForm>
    </section>
  )
}
