import { CheckField } from '#admin/kit/fields/choice-field.tsx'
import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { flashSalePath, newFlashSalePath } from '#admin/addresses/paths.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { TimeField } from '#admin/kit/fields/time-field.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import { sale_state_titles } from '#admin/pages/loyalty/flash-sales/flash-sale-texts.ts'
import type { FlashSaleData, SaleForm } from '#admin/pages/loyalty/flash-sales/one/page.server.ts'
import type { FlashSale, FlashSaleItem } from '#contracts/staff/offers/flash-sales.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ sale }: FlashSaleData) => sale?.name ?? 'Khung giờ mới'
export const has_own_heading = true

interface PageProps {
  data: FlashSaleData
  typed?: Readonly<Record<string, string>>
}

/** One window of a flash sale: what is sold in it, the form that plans it, and who lets it run. */
export function Page({ data, typed }: PageProps) {
  const { sale, form, may_copy, history } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        {sale !== null && <span className="text-muted">{sale_state_titles[sale.state]}</span>}
        <Link to={addresses.flash_sales.path} className="tool ml-auto">
          Danh sách
        </Link>
        {sale !== null && may_copy && (
          <Link to={newFlashSalePath(sale.flash_sale_id)} className="tool">
            Chép thành khung mới
          </Link>
        )}
      </div>
      {sale !== null && <Shown sale={sale} />}
      {form !== null && (
        <SaleFields key={sale?.version ?? 0} form={form} sale={sale} typed={typed ?? {}} />
      )}
      {sale !== null && history !== null && (
        <ChangeHistory
          entries={history}
          thing="flash_sale"
          thing_key={String(sale.flash_sale_id)}
        />
      )}
    </>
  )
}

function Shown({ sale }: { sale: FlashSale }) {
  const { flash_sale_id, version, moves, is_own, state } = sale
  return (
    <>
      <section aria-label="Khung giờ" className="sheet grid gap-3 text-sm">
        <FactList facts={factsOf(sale)} />
        {state === 'draft' && is_own && (
          <p className="text-muted">Bạn sửa sau cùng, nên người khác duyệt khung giờ này.</p>
        )}
        <div className="flex flex-wrap gap-2">
          {moves.includes('approve') && (
            <StaffForm
              action={flashSalePath(flash_sale_id)}
              hidden={{ intent: 'approve', version }}
            >
              <button type="submit" className="tool-main">
                Duyệt, cho chạy đúng giờ
              </button>
            </StaffForm>
          )}
          {moves.includes('stop') && (
            <StaffForm action={flashSalePath(flash_sale_id)} hidden={{ intent: 'stop', version }}>
              <button type="submit" className="tool border-sale text-sale">
                Dừng ngay
              </button>
            </StaffForm>
          )}
        </div>
      </section>
      <DataTable
        label="Sản phẩm"
        empty="Chưa có sản phẩm."
        columns={columns}
        rows={sale.items}
        keyOf={({ sku }) => sku}
      />
    </>
  )
}

function factsOf(sale: FlashSale): [string, string][] {
  const { starts_at, ends_at, needs_member, is_online_only, per_customer, pay_within_min } = sale
  const { changed_by, changed_at, approved_by } = sale
  return [
    ['Bắt đầu', formatDateTime(new Date(starts_at))],
    ['Kết thúc', formatDateTime(new Date(ends_at))],
    ['Cho ai', needs_member ? 'Dành riêng Smember' : 'Mọi khách'],
    ['Thanh toán', is_online_only ? 'Chỉ thanh toán online' : 'Mọi cách'],
    ['Mỗi khách', `${per_customer} sản phẩm cùng loại`],
    ['Giữ suất', `${pay_within_min} phút`],
    ...(changed_by === null || changed_at === null
      ? []
      : [
          ['Sửa sau cùng', `${changed_by}, ${formatDateTime(new Date(changed_at))}`] as [
            string,
            string,
          ],
        ]),
    ...(approved_by === null ? [] : [['Duyệt', approved_by] as [string, string]]),
  ]
}

const columns: Column<FlashSaleItem>[] = [
  { title: 'SKU', cell: ({ sku }) => <span className="whitespace-nowrap">{sku}</span> },
  { title: 'Sản phẩm', look: 'text', cell: ({ name }) => name },
  { title: 'Giá flash sale', look: 'number', cell: ({ price }) => formatDong(price) },
  {
    title: 'Đang bán',
    look: 'number',
    cell: ({ price, usual_price }) =>
      usual_price === null
        ? 'Giá liên hệ'
        : `${formatDong(usual_price)} (${percentText(price, usual_price)})`,
  },
  {
    title: 'Đã bán / suất',
    look: 'number',
    cell: ({ taken, slots }) => `${taken} / ${slots ?? '∞'}`,
  },
  { title: 'Còn bán được', look: 'number', cell: ({ free }) => free },
]

function percentText(price: number, usual_price: number): string {
  const percent = Math.round((1 - price / usual_price) * 100)
  return percent > 0 ? `−${percent}%` : 'không rẻ hơn'
}

interface FieldsProps {
  form: SaleForm
  sale: FlashSale | null
  typed: Readonly<Record<string, string>>
}

function SaleFields({ form, sale, typed }: FieldsProps) {
  const value = (name: Exclude<keyof SaleForm, 'is_online_only' | 'needs_member'>) =>
    typed[name] ?? String(form[name])
  const isOn = (name: 'is_online_only' | 'needs_member') =>
    typed['name'] === undefined ? form[name] : typed[name] === 'on'
  return (
    <section aria-labelledby="plan" className="sheet text-sm">
      <h2 id="plan" className="part-title mb-2">
        {sale === null ? 'Lập khung giờ' : 'Sửa khung giờ'}
      </h2>
      <StaffForm
        action={sale === null ? newFlashSalePath() : flashSalePath(sale.flash_sale_id)}
        hidden={{ intent: 'save', version: sale?.version ?? 0 }}
        className="grid max-w-3xl gap-3"
      >
        <LineField label="Tên" name="name" required maxLength={80} defaultValue={value('name')} />
        <div className="flex flex-wrap gap-3">
          <TimeField label="Bắt đầu (giờ Việt Nam)" name="starts_at" value={value('starts_at')} />
          <TimeField label="Kết thúc" name="ends_at" value={value('ends_at')} />
        </div>
        <div className="flex flex-wrap gap-3">
          <NumberField
            label="Mỗi khách mua nhiều nhất"
            name="per_customer"
            value={value('per_customer')}
          />
          <NumberField
            label="Giữ suất chờ trả tiền (phút)"
            name="pay_within_min"
            value={value('pay_within_min')}
          />
        </div>
        <CheckField label="Dành riêng Smember" name="needs_member" is_on={isOn('needs_member')} />
        <CheckField
          label="Chỉ thanh toán online"
          name="is_online_only"
          is_on={isOn('is_online_only')}
        />
        <label className="grid gap-1">
          <span className="text-muted">
            Sản phẩm, mỗi dòng: SKU, giá, số suất. Dán được từ bảng tính.
          </span>
          <textarea
            name="items"
            rows={10}
            required
            maxLength={20_000}
            spellCheck={false}
            defaultValue={value('items')}
            placeholder="DT-APL-001-11 27.380.000 5"
            className="field font-mono"
          />
        </label>
        <p className="text-muted">Lưu xong, người khác duyệt thì khung giờ mới chạy.</p>
        <button type="submit" className="tool-main justify-self-start">
          Lưu
        </button>
      </StaffForm>
    </section>
  )
}

interface FieldProps {
  label: string
  name: string
  value: string
}

function NumberField({ label, name, value }: FieldProps) {
  return (
    <label className="grid grow gap-1">
      <span className="text-muted">{label}</span>
      <input
        name={name}
        inputMode="numeric"
        required
        maxLength={4}
        autoComplete="off"
        defaultValue={value}
        className="field tabular-nums"
      />
    </label>
  )
}
