import { Form, useNavigation } from 'react-router'
import { memberCardsUrl } from '#storefront/addresses/member-links.ts'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { dayText } from '#storefront/commerce/member/member-texts.ts'
import { CardForm } from '#storefront/pages/smember/cards/card-form.tsx'
import { CardPictures } from '#storefront/pages/smember/cards/card-pictures.tsx'
import {
  kind_texts,
  level_titles,
  state_titles,
} from '#storefront/pages/smember/cards/card-texts.ts'
import type { CardsData } from '#storefront/pages/smember/cards/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { OwnCard } from '#contracts/storefront/cards.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'

const title = 'Thẻ ưu đãi'

export function meta(): PageMeta {
  return { title: `${title} S-Student, S-Teacher, S-Business`, robots: 'noindex, nofollow' }
}

/** /smember/the: the card that counts, the request under way, or the form for a new one. */
export function Page({ data }: { data: CardsData }) {
  const { current, newest, picture_problem } = data
  const answer = useFormAnswer()
  const is_open = newest?.state === 'collecting' || newest?.state === 'waiting'
  return (
    <MemberFrame title={title}>
      <RefusalNotice answer={answer} lines={[]} />
      {current === null && (
        <p className="text-muted">
          Giá riêng cho học sinh, sinh viên (S-Student), giáo viên (S-Teacher) và doanh nghiệp
          (S-Business). Gửi ảnh thẻ một lần; duyệt xong, giá tự áp dụng khi bạn đăng nhập.
        </p>
      )}
      {current !== null && <CurrentCard card={current} />}
      {newest !== null && !is_open && newest.reason !== null && <Answered card={newest} />}
      {newest?.state === 'collecting' && (
        <CardPictures key={newest.card_id} card={newest} problem={picture_problem} />
      )}
      {newest?.state === 'waiting' && <Waiting card={newest} />}
      {!is_open && current === null && <CardForm data={data} />}
      {!is_open && current !== null && (
        <details open={Object.keys(answer.problems).length > 0} className="group">
          <summary className="fold-link">Gia hạn hoặc đổi thẻ</summary>
          <div className="mt-4">
            <CardForm data={data} />
          </div>
        </details>
      )}
    </MemberFrame>
  )
}

function CurrentCard({ card: { kind, ends_on, institution } }: { card: OwnCard }) {
  const { name } = kind_texts[kind]
  return (
    <section className="rounded-2xl bg-linear-to-br from-night to-ink p-5 text-white shadow-raised sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="text-xl font-bold">{name}</p>
        <p className="flex items-center gap-1.5 rounded-full bg-gold px-3.5 py-1 font-extrabold text-ink">
          <Icon name="badge-check" className="size-5" />
          Đang dùng
        </p>
      </div>
      {institution !== '' && <p className="mt-3 wrap-anywhere text-white/85">{institution}</p>}
      <p className="mt-1 text-body">
        Dùng đến hết <strong>{ends_on === null ? '' : dayText(ends_on)}</strong>. Giá {name} tự áp
        dụng trong giỏ hàng, theo số lượng của từng chương trình.
      </p>
    </section>
  )
}

/** A request that was refused, or a card that was taken back. */
function Answered({ card: { kind, state, reason, decided_at } }: { card: OwnCard }) {
  return (
    <Notice kind="info">
      <p className="font-semibold">
        {kind_texts[kind].name}: {state_titles[state].toLowerCase()}
      </p>
      <p className="wrap-anywhere">
        {reason}
        {decided_at !== null && (
          <span className="text-muted"> · {formatDateTime(new Date(decided_at))}</span>
        )}
      </p>
    </Notice>
  )
}

function Waiting({ card }: { card: OwnCard }) {
  const { card_id, kind, level, institution, holder, number, valid_until, sent_at } = card
  const texts = kind_texts[kind]
  const is_busy = useNavigation().state !== 'idle'
  const facts: [string, string][] = [
    [texts.institution, institution],
    ...(level === null ? [] : [['Bậc học', level_titles[level]] as [string, string]]),
    [texts.holder, holder],
    [texts.number, number],
    ...(valid_until === null ? [] : [['Hạn thẻ', dayText(valid_until)] as [string, string]]),
    ...(sent_at === null
      ? []
      : [['Đã gửi', formatDateTime(new Date(sent_at))] as [string, string]]),
  ]
  return (
    <MemberCard>
      <h2 className="flex flex-wrap items-center gap-3 text-xl">
        {texts.name}
        <span className="rounded-full bg-cream px-3 py-0.5 text-sm font-bold text-accent">
          Chờ duyệt
        </span>
      </h2>
      <p className="mt-2 text-muted">
        Cửa hàng xem ảnh và nhắn kết quả cho bạn trong 2 ngày làm việc.
      </p>
      <dl className="mt-4 grid gap-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-body text-muted">{name}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" action={memberCardsUrl()} className="mt-4">
        <input type="hidden" name="card_id" value={card_id} />
        <button
          type="submit"
          name="intent"
          value="withdraw"
          disabled={is_busy}
          className={buttonClass('outline')}
        >
          Rút yêu cầu, xóa ảnh
        </button>
      </Form>
    </MemberCard>
  )
}
