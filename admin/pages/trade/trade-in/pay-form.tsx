import { tradeInPath } from '#admin/addresses/paths.ts'
import { ChoiceList } from '#admin/kit/choice-list.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { outcome_titles, pay_method_titles } from '#admin/pages/trade/trade-in-texts.ts'
import type { StaffTradeIn } from '#contracts/staff/trade/trade-ins.ts'
import { formatDong } from '#pure/money.ts'

/** Pays the owner, and says what becomes of the device. */
export function PayForm({ data }: { data: StaffTradeIn }) {
  const { code, version, offer, bonus, seller, order, colors, parts } = data
  const amount = offer ?? 0
  return (
    <section aria-label="Chi tiền" className="sheet">
      <StaffForm
        action={tradeInPath(code)}
        hidden={{ intent: 'pay', version }}
        className="grid gap-3 text-sm"
      >
        <p className="flex items-baseline justify-between gap-3 text-base">
          <span className="font-semibold">Chi tiền</span>
          <strong className="text-2xl tabular-nums">{formatDong(amount)}</strong>
        </p>
        {seller === null && (
          <p className="font-semibold text-sale">Ghi người bán trước khi chi tiền.</p>
        )}
        {data.has_other_seller_today && (
          <p className="font-semibold text-sale">
            Số điện thoại này hôm nay đã bán máy bằng căn cước khác. Kiểm tra lại người bán.
          </p>
        )}
        <Choice
          label="Cách trả"
          name="method"
          options={[
            ...(data.may.pay_in_cash ? [['cash', pay_method_titles.cash] as const] : []),
            ['transfer', pay_method_titles.transfer] as const,
            ...(order === null
              ? []
              : [
                  [
                    'order',
                    `${pay_method_titles.order} ${order.code}${bonus > 0 ? `, thêm trợ giá ${formatDong(bonus)}` : ''}`,
                  ] as const,
                ]),
          ]}
        />
        <LineField
          label="Mã giao dịch ngân hàng, nếu chuyển khoản"
          name="reference"
          maxLength={60}
        />
        <Choice
          label="Máy thành"
          name="outcome"
          options={[
            ...(colors.length > 0 ? [['used', outcome_titles.used] as const] : []),
            ['parts', outcome_titles.parts] as const,
            ['written_off', outcome_titles.written_off] as const,
          ]}
        />
        {colors.length > 0 && (
          <Choice
            label="Màu, nếu bán thành máy cũ"
            name="item_id"
            options={colors.map(({ item_id, name }) => [String(item_id), name] as const)}
          />
        )}
        {parts.length > 0 && (
          <ChoiceList
            legend="Linh kiện tháo được"
            prefix="part"
            choices={parts.map(({ option_id, name }) => ({ value: option_id, label: name }))}
            chosen={[]}
          />
        )}
        <button type="submit" className="tool-main min-h-11">
          Đã trả tiền, nhận máy
        </button>
      </StaffForm>
    </section>
  )
}

interface ChoiceProps {
  label: string
  name: string
  options: readonly (readonly [value: string, text: string])[]
}

function Choice({ label, name, options }: ChoiceProps) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <select name={name} className="field min-h-11 w-full">
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
