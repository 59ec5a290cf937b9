import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { cardPath, cardPicturePath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { CardStateMark } from '#admin/pages/cards/card-state-mark.tsx'
import {
  card_kind_titles,
  card_level_titles,
  card_side_titles,
  refusal_reasons,
} from '#admin/pages/cards/card-texts.ts'
import type { CardData } from '#admin/pages/cards/one/page.server.ts'
import type { StaffCard } from '#contracts/staff/members/cards.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'

export const title = ({ card: { card_id, kind } }: CardData) =>
  `${card_kind_titles[kind]} #${String(card_id)}`
export const has_own_heading = true

/** One request: what the member typed beside the pictures, and the answer. */
export function Page({ data }: { data: CardData }) {
  const { card } = data
  const { card_id, state, version, moves } = card
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        <CardStateMark state={state} />
        <Link to={addresses.cards.path} className="tool ml-auto">
          Danh sách
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 content-start gap-4">
          <section aria-label="Khách khai" className="sheet text-sm">
            <FactList facts={factsOf(card)} />
            {card.other_accounts > 0 && (
              <p className="mt-3 rounded-xl bg-sale-soft px-4 py-2 font-semibold text-sale">
                Mã số này đang dùng ở {card.other_accounts} tài khoản khác.
              </p>
            )}
          </section>
          <Pictures data={data} />
        </div>
        {/* Whoever answers a request reads it first. */}
        <div key={version} className="grid min-w-0 content-start gap-4">
          {moves.includes('accept') && <AcceptForm card={card} />}
          {moves.includes('refuse') && (
            <ReasonForm
              card={card}
              intent="refuse"
              heading="Từ chối"
              button="Từ chối, nhắn khách"
              reasons={refusal_reasons}
            />
          )}
          {moves.includes('end') && (
            <ReasonForm
              card={card}
              intent="end"
              heading="Ngừng thẻ trước hạn"
              button="Ngừng, nhắn khách"
              reasons={[]}
            />
          )}
          {moves.length === 0 && (
            <p className="sheet text-sm text-muted">Thẻ #{card_id} đã xong, không còn việc gì.</p>
          )}
        </div>
      </div>
    </>
  )
}

function factsOf(card: StaffCard): [string, string][] {
  const { kind, level, institution, holder, number, valid_until, member, phone } = card
  const { sent_at, decided_at, decided_by, reason, ends_on } = card
  const optional = (name: string, value: string | null): [string, string][] =>
    value === null || value === '' ? [] : [[name, value]]
  const day = (text: string | null) => text && formatDate(startOfDay(text))
  return [
    ['Tài khoản', member === '' ? phone : `${member} · ${phone}`],
    [kind === 'business' ? 'Công ty' : 'Trường', institution || 'Đã xóa'],
    ...optional('Bậc học', level && card_level_titles[level]),
    [kind === 'business' ? 'Người mua' : 'Tên trên thẻ', holder || 'Đã xóa'],
    [kind === 'business' ? 'Mã số thuế' : 'Mã số', number || 'Đã xóa'],
    ...optional('Hạn thẻ', day(valid_until)),
    ['Gửi lúc', formatDateTime(new Date(sent_at))],
    ...(decided_at === null
      ? []
      : optional('Trả lời', `${formatDateTime(new Date(decided_at))}, ${decided_by ?? ''}`)),
    ...optional('Giá áp dụng đến hết', day(ends_on)),
    ...optional('Lý do', reason),
  ]
}

/** The pictures are shown when asked for, because each look is written into the ledger. */
function Pictures({ data: { card, shows_pictures } }: { data: CardData }) {
  const { card_id, sides } = card
  return (
    <section aria-labelledby="pictures" className="sheet grid gap-3 text-sm">
      <h2 id="pictures" className="part-title">
        Ảnh
      </h2>
      {sides.length === 0 && <p className="text-muted">Ảnh đã được xóa.</p>}
      {sides.length > 0 && !shows_pictures && (
        <>
          <p className="text-muted">Nhật ký ghi lại ai xem ảnh, lúc nào.</p>
          <Link
            to={`${cardPath(card_id)}?anh=hien`}
            preventScrollReset
            className="tool-main justify-self-start"
          >
            Hiện ảnh
          </Link>
        </>
      )}
      {sides.length > 0 && shows_pictures && (
        <ul className="grid gap-3">
          {sides.map((side) => (
            <li key={side}>
              <img
                src={cardPicturePath(card_id, side)}
                alt={`${card_side_titles[side]} của thẻ`}
                width={1280}
                height={800}
                className="aspect-8/5 h-auto w-full rounded-lg border border-line bg-mist object-contain"
              />
              <p className="mt-0.5 text-xs text-muted">{card_side_titles[side]}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AcceptForm({ card: { card_id, version, offered_end, valid_until, kind } }: FormProps) {
  return (
    <section aria-labelledby="accept" className="sheet grid gap-3 text-sm">
      <h2 id="accept" className="part-title">
        Duyệt
      </h2>
      <StaffForm
        action={cardPath(card_id)}
        hidden={{ intent: 'accept', version }}
        className="grid gap-3"
      >
        <label className="grid gap-1">
          <span className="text-muted">Có giá {card_kind_titles[kind]} đến hết ngày</span>
          <input
            type="date"
            name="ends_on"
            required
            defaultValue={offered_end}
            {...(valid_until === null ? {} : { max: valid_until })}
            className="field"
          />
        </label>
        <button type="submit" className="tool-main justify-self-start">
          Duyệt, nhắn khách
        </button>
      </StaffForm>
    </section>
  )
}

interface FormProps {
  card: StaffCard
}

interface ReasonFormProps extends FormProps {
  intent: 'refuse' | 'end'
  heading: string
  button: string
  /** Offered while the field is empty. */
  reasons: readonly string[]
}

function ReasonForm({ card, intent, heading, button, reasons }: ReasonFormProps) {
  const { card_id, version } = card
  return (
    <section aria-labelledby={intent} className="sheet grid gap-3 text-sm">
      <h2 id={intent} className="part-title">
        {heading}
      </h2>
      <StaffForm action={cardPath(card_id)} hidden={{ intent, version }} className="grid gap-3">
        <ReasonField
          label="Lý do, khách đọc được"
          required
          {...(reasons.length > 0 ? { list: 'reasons' } : {})}
        />
        {reasons.length > 0 && (
          <datalist id="reasons">
            {reasons.map((reason) => (
              <option key={reason} value={reason} />
            ))}
          </datalist>
        )}
        <button type="submit" className="tool justify-self-start border-sale text-sale">
          {button}
        </button>
      </StaffForm>
    </section>
  )
}
