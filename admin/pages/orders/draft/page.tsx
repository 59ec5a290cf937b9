import { Form, Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { draftPath, orderPath, orderReceiptPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { draft_state_titles } from '#admin/pages/orders/draft/draft-state-titles.ts'
import { DraftForm } from '#admin/pages/orders/draft/draft-form.tsx'
import type { DraftData } from '#admin/pages/orders/draft/page.server.ts'
import { ExchangeForms } from '#admin/pages/orders/draft/exchange-forms.tsx'
import { PlaceForms } from '#admin/pages/orders/draft/place-forms.tsx'
import type { Draft } from '#contracts/staff/orders/drafts.ts'
import { formatDong } from '#pure/money.ts'

export const title = ({ draft }: DraftData) => `Lập đơn ${draft.draft_id}`
export const has_own_heading = true

interface PageProps {
  data: DraftData
  answer?: { link?: string }
}

/** Goods and buyer on one side; what it costs and what becomes of it on the other. */
export function Page({ data: { draft, q, may_sell, exchange }, answer }: PageProps) {
  const { draft_id, state, made_by, discount } = draft
  const is_ours = state === 'open' || state === 'shared'
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">Lập đơn</h1>
        <span className="text-sm text-muted">
          Nháp {draft_id} · {made_by} · {draft_state_titles[state]}
        </span>
        <Link to={addresses.drafts.path} className="tool ml-auto">
          Tất cả đơn đang lập
        </Link>
      </div>
      {answer?.link !== undefined && <ShareNotice link={answer.link} />}
      {is_ours ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid content-start gap-4">
            <FindGoods draft={draft} q={q} />
            {/* A saved discount that somebody else lowered shows in the field. */}
            <DraftForm key={`${draft_id}-${discount}`} draft={draft} q={q} />
          </div>
          {exchange === null ? (
            <PlaceForms draft={draft} may_sell={may_sell} />
          ) : (
            <ExchangeForms draft={draft} may_sell={may_sell} exchange={exchange} />
          )}
        </div>
      ) : (
        <Ended draft={draft} />
      )}
    </>
  )
}

/** The link for the shopper. It is shown once; the shop stores only its hash. */
function ShareNotice({ link }: { link: string }) {
  return (
    <section role="status" className="sheet grid gap-2 bg-success-soft text-sm">
      <p className="font-bold">Gửi link này cho khách</p>
      <p>
        <code className="wrap-anywhere select-all">{link}</code>
      </p>
      <p>Link dùng được 7 ngày và chỉ hiện ở đây. Link cũ không còn dùng được.</p>
    </section>
  )
}

function Ended({ draft }: { draft: Draft }) {
  const { draft_id, version, state, order_code, shared_until } = draft
  return (
    <section className="sheet grid max-w-2xl gap-3">
      {state === 'ordered' && order_code !== null && (
        <p>
          Đã thành đơn{' '}
          <Link to={orderPath(order_code)} className="font-semibold underline tabular-nums">
            {order_code}
          </Link>
          .{' '}
          <Link to={orderReceiptPath(order_code)} className="font-semibold underline">
            In phiếu bán
          </Link>
        </p>
      )}
      {state === 'taken' && (
        <p>Khách đã mở link và đang tự đặt tiếp. Đơn này không sửa được nữa.</p>
      )}
      {state === 'dropped' && <p>Đơn nháp này đã bỏ.</p>}
      {state === 'ordered' && (
        <StaffForm
          action={draftPath(draft_id)}
          hidden={{ intent: 'share', version }}
          className="grid gap-2"
        >
          <p className="text-sm text-muted">
            {shared_until === null
              ? 'Khách mở link để xem đơn và thanh toán trên máy của mình.'
              : 'Đã có link cho khách. Tạo link mới thì link cũ không còn dùng được.'}
          </p>
          <button type="submit" className="tool justify-self-start">
            Tạo link cho khách
          </button>
        </StaffForm>
      )}
    </section>
  )
}

/** Goods by SKU or by words, each with what is free. A scanned SKU is the first that is found. */
function FindGoods({ draft, q }: { draft: Draft; q: string }) {
  const { draft_id, found } = draft
  return (
    <section aria-label="Thêm món" className="sheet grid gap-3 text-sm">
      <Form
        method="get"
        action={draftPath(draft_id)}
        preventScrollReset
        className="flex flex-wrap items-end gap-2"
      >
        <label className="grid min-w-40 grow gap-1">
          <span className="text-muted">Tìm hàng: quét SKU hoặc gõ tên</span>
          <input
            key={q}
            name="q"
            type="search"
            defaultValue={q}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            className="field min-h-11 w-full text-base"
          />
        </label>
        <button type="submit" className="tool min-h-11">
          Tìm
        </button>
      </Form>
      {found !== null && found.length === 0 && (
        <p role="status" className="text-muted">
          Không có mặt hàng nào đang bán với “{q}”.
        </p>
      )}
      {found !== null && found.length > 0 && (
        <ul className="divide-y divide-line">
          {found.map((goods) => (
            <Found key={goods.item_id} draft_id={draft_id} goods={goods} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface FoundProps {
  draft_id: number
  goods: NonNullable<Draft['found']>[number]
}

function Found({ draft_id, goods }: FoundProps) {
  const { sku, name, color_name, price, free, free_here } = goods
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-48 grow basis-0">
        <span className="font-semibold">
          {name}
          {color_name !== null && ` · ${color_name}`}
        </span>
        <span className="block text-xs text-muted">
          {sku} · còn {free}
          {free_here !== null && `, tại cửa hàng mình ${free_here}`}
        </span>
      </span>
      <span className="font-semibold tabular-nums">{formatDong(price)}</span>
      <StaffForm action={draftPath(draft_id)} hidden={{ intent: 'add', sku }}>
        <button
          type="submit"
          disabled={free === 0}
          aria-label={`Thêm ${name}${color_name === null ? '' : ` ${color_name}`}`}
          className="tool min-h-11 disabled:opacity-50"
        >
          {free === 0 ? 'Hết hàng' : 'Thêm'}
        </button>
      </StaffForm>
    </li>
  )
}
