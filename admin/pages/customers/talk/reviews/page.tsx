import { addresses } from '#admin/addresses/addresses.ts'
import { staffReviewPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { ReviewsData } from '#admin/pages/customers/talk/reviews/page.server.ts'
import { queue_titles, stateText } from '#admin/pages/customers/talk/talk-texts.ts'
import type { ReviewRow } from '#contracts/staff/members/talk.ts'

export const title = 'Đánh giá'
export const has_own_heading = true

/** Reviews of shoppers: new ones, those held by a rule, reported ones, and the rest. */
export function Page({ data: { rows, has_next, counts, now } }: { data: ReviewsData }) {
  return (
    <ListPage
      title={title}
      path={addresses.talk_reviews.path}
      search={{ label: 'Tìm đánh giá', placeholder: 'Sản phẩm, nội dung hoặc tên' }}
      tabs={stateTabs(queue_titles, counts)}
      filters={[
        {
          name: 'stars',
          label: 'Số sao',
          choices: [{ value: 'low', title: 'Từ 2 sao trở xuống' }],
        },
      ]}
      columns={columnsAt(now)}
      rows={rows}
      keyOf={({ review_id }) => String(review_id)}
      hrefOf={({ review_id }) => staffReviewPath(review_id)}
      nameOf={({ review_id }) => `đánh giá ${review_id}`}
      has_next={has_next}
      empty="Không có đánh giá nào ở đây."
    />
  )
}

const columnsAt = (now: number): ListColumn<ReviewRow>[] => [
  {
    title: 'Sao',
    cell: ({ stars, is_bought }) => (
      <span className="whitespace-nowrap">
        <span className={stars <= 2 ? 'font-bold text-sale' : 'font-bold'}>{`${stars} ★`}</span>
        {is_bought && <span className="ml-2 text-xs text-success">Đã mua</span>}
      </span>
    ),
  },
  {
    title: 'Nội dung',
    small: 'line',
    cell: ({ text, product_name, name, picture_count }) => (
      <>
        <span className="line-clamp-2 max-w-xl wrap-anywhere">{text}</span>
        <span className="text-xs wrap-anywhere text-muted">
          {name} · {product_name}
          {picture_count > 0 && ` · ${picture_count} ảnh`}
        </span>
      </>
    ),
  },
  {
    title: 'Trạng thái',
    small: 'start',
    cell: (row) => (
      <span className="text-xs">
        {stateText(row)}
        {row.reports > 0 && <b className="text-sale">{` · ${row.reports} báo xấu`}</b>}
        {row.is_replied && ' · đã trả lời'}
      </span>
    ),
  },
  {
    title: 'Gửi',
    small: 'end',
    cell: ({ created_at }) => (
      <span className="text-xs whitespace-nowrap text-muted">{ageText(created_at, now)} trước</span>
    ),
  },
]
