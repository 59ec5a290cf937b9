import { addresses } from '#admin/addresses/addresses.ts'
import { cardPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { CardStateMark } from '#admin/pages/cards/card-state-mark.tsx'
import { card_kind_titles, card_state_titles } from '#admin/pages/cards/card-texts.ts'
import type { CardsData } from '#admin/pages/cards/page.server.ts'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { CardRow } from '#contracts/staff/members/cards.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Duyệt thẻ'
export const has_own_heading = true

/** Requests for the prices of a card. Those that wait come first, the oldest on top. */
export function Page({ data: { rows, has_next, counts, now } }: { data: CardsData }) {
  return (
    <ListPage
      title={title}
      path={addresses.cards.path}
      search={{ label: 'Tìm thẻ', placeholder: 'Mã số, tên hoặc trường, công ty' }}
      tabs={stateTabs(card_state_titles, counts)}
      filters={[]}
      columns={columnsAt(now)}
      rows={rows}
      keyOf={({ card_id }) => String(card_id)}
      hrefOf={({ card_id }) => cardPath(card_id)}
      nameOf={({ card_id }) => `thẻ ${String(card_id)}`}
      has_next={has_next}
      empty="Không có thẻ nào ở đây."
    />
  )
}

const columnsAt = (now: number): ListColumn<CardRow>[] => [
  {
    title: 'Thẻ',
    cell: ({ card_id, kind }) => (
      <span className="whitespace-nowrap">
        <span className="font-semibold">{card_kind_titles[kind]}</span>{' '}
        <span className="text-muted tabular-nums">#{card_id}</span>
      </span>
    ),
  },
  {
    title: 'Tên trên thẻ',
    small: 'line',
    cell: ({ holder, institution }) =>
      holder === '' ? (
        <span className="text-muted">Đã xóa</span>
      ) : (
        <>
          <span className="mr-2 font-semibold wrap-anywhere md:block">{holder}</span>
          <span className="text-xs wrap-anywhere text-muted">{institution}</span>
        </>
      ),
  },
  { title: 'Trạng thái', small: 'start', cell: ({ state }) => <CardStateMark state={state} /> },
  {
    title: 'Đến hết',
    small: 'hidden',
    cell: ({ ends_on }) => (ends_on === null ? '–' : formatDate(startOfDay(ends_on))),
  },
  {
    title: 'Gửi',
    small: 'end',
    cell: ({ sent_at }) => (
      <span className="text-xs whitespace-nowrap text-muted">{ageText(sent_at, now)} trước</span>
    ),
  },
]
