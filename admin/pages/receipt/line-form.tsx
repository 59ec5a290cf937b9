import { receiptPath } from '#admin/addresses/paths.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { problemText } from '#admin/pages/receipts/receipt-texts.ts'
import type { Receipt, ReceiptLine } from '#contracts/staff/receipts.ts'
import { formatDong } from '#pure/money.ts'

const number_field = 'field w-28 text-right tabular-nums'

/** One line of a receipt with its draft; null: a new one. */
export function LineForm({ receipt, line }: { receipt: Receipt; line: ReceiptLine | null }) {
  const { code, version, may_change, may_see_cost } = receipt
  const by = line?.identified_by ?? null
  const id = line === null ? 'new' : line.sku
  return (
    <section aria-labelledby={`line-${id}`} className="sheet grid gap-3 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={`line-${id}`} className="text-base wrap-anywhere">
          {line === null ? 'Thêm sản phẩm' : titleOf(line)}
        </h2>
        {line !== null && (
          <span className="text-muted tabular-nums">
            {line.sku} · đã nhận {line.received} / {line.quantity}
            {line.cost !== null && ` · ${formatDong(line.cost)} một chiếc`}
          </span>
        )}
      </div>
      {may_change && (
        <StaffForm
          key={version}
          action={receiptPath(code)}
          hidden={{ intent: 'save', version, ...(line === null ? {} : { sku: line.sku }) }}
          className="grid gap-3"
        >
          <div className="flex flex-wrap items-end gap-2">
            {line === null && (
              <Field label="SKU">
                <input name="sku" maxLength={80} autoComplete="off" className="field w-52" />
              </Field>
            )}
            <Field label="Số đặt">
              <input
                name="quantity"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={line?.quantity ?? 1}
                className={number_field}
              />
            </Field>
            {may_see_cost && (
              <Field label="Giá vốn một chiếc (đ)">
                <MoneyInput name="cost" defaultValue={line?.cost ?? ''} className={number_field} />
              </Field>
            )}
            {line !== null && by === null && (
              <Field label="Đợt này về">
                <input
                  name="arriving"
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={line.arriving}
                  className={number_field}
                />
              </Field>
            )}
            <button type="submit" className="tool">
              {line === null ? 'Thêm' : 'Lưu nháp'}
            </button>
            {line !== null && line.received === 0 && (
              <button type="submit" name="intent" value="remove" className="tool text-sale">
                Bỏ dòng
              </button>
            )}
          </div>
          {line !== null && by !== null && <CodesField line={line} />}
        </StaffForm>
      )}
      {line !== null && line.wrong_lines.length > 0 && <WrongLines line={line} />}
    </section>
  )
}

function titleOf({ name, color_name }: ReceiptLine): string {
  return color_name === null ? name : `${name} · ${color_name}`
}

function Field({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      {children}
    </label>
  )
}

function CodesField({ line: { identified_by, arriving, pasted } }: { line: ReceiptLine }) {
  const what = identified_by === 'imei' ? 'IMEI (máy hai IMEI: cả hai trên một dòng)' : 'Serial'
  return (
    <label className="grid gap-1">
      <span className="text-muted">
        {what}, mỗi máy một dòng{arriving > 0 && ` · ${arriving} máy đúng`}
      </span>
      <textarea
        name="pasted"
        rows={Math.min(12, Math.max(4, pasted.split('\n').length + 1))}
        defaultValue={pasted}
        autoComplete="off"
        spellCheck={false}
        className="field py-2 font-mono tabular-nums"
      />
    </label>
  )
}

function WrongLines({ line: { wrong_lines } }: { line: ReceiptLine }) {
  return (
    <div className="rounded-xl bg-sale-soft p-3">
      <p className="font-bold text-sale">{wrong_lines.length} dòng chưa nhận được</p>
      <ul className="mt-1 max-h-60 overflow-y-auto" tabIndex={0} aria-label="Dòng sai">
        {wrong_lines.map((wrong) => (
          <li key={wrong.line} className="wrap-anywhere">
            <span className="font-semibold tabular-nums">Dòng {wrong.line}</span>{' '}
            {wrong.text !== wrong.code && <span className="text-muted">{wrong.text} – </span>}
            {problemText(wrong)}
          </li>
        ))}
      </ul>
    </div>
  )
}
