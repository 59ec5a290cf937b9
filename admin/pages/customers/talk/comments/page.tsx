import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { staffCommentPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { CommentsData } from '#admin/pages/customers/talk/comments/page.server.ts'
import { queue_titles, stateText } from '#admin/pages/customers/talk/talk-texts.ts'
import type { CommentRow } from '#contracts/staff/members/talk.ts'

export const title = 'Hỏi đáp'
export const has_own_heading = true

/** Questions and replies of shoppers; what waits comes first due. */
export function Page({ data }: { data: CommentsData }) {
  const { rows, has_next, counts, median_minutes, now } = data
  return (
    <>
      <ListPage
        title={title}
        path={addresses.talk_comments.path}
        search={{ label: 'Tìm câu hỏi', placeholder: 'Nội dung hoặc tên' }}
        tabs={stateTabs(queue_titles, counts)}
        filters={[]}
        columns={columnsAt(now)}
        rows={rows}
        keyOf={({ comment_id }) => String(comment_id)}
        hrefOf={({ comment_id }) => staffCommentPath(comment_id)}
        nameOf={({ comment_id }) => `câu hỏi ${comment_id}`}
        has_next={has_next}
        empty="Không có câu hỏi nào ở đây."
        create={
          <Link to={addresses.talk_answers.path} className="tool">
            Mẫu câu
          </Link>
        }
      />
      <p className="text-sm text-muted">
        {median_minutes === null
          ? 'Chưa có câu hỏi nào được trả lời trong 90 ngày.'
          : `Một nửa câu hỏi trong 90 ngày được trả lời trong ${median_minutes} phút. Cửa hàng hẹn 1 giờ.`}
      </p>
    </>
  )
}

const columnsAt = (now: number): ListColumn<CommentRow>[] => [
  {
    title: 'Nội dung',
    small: 'line',
    cell: ({ text, subject_name, name, is_reply }) => (
      <>
        <span className="line-clamp-2 max-w-xl wrap-anywhere">{text}</span>
        <span className="text-xs wrap-anywhere text-muted">
          {name} · {is_reply && 'phản hồi · '}
          {subject_name}
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
      </span>
    ),
  },
  { title: 'Hạn trả lời', cell: (row) => <Clock row={row} now={now} /> },
  {
    title: 'Gửi',
    small: 'end',
    cell: ({ created_at }) => (
      <span className="text-xs whitespace-nowrap text-muted">{ageText(created_at, now)} trước</span>
    ),
  },
]

/** How long is left of the promise, by how much it is broken, or that it was kept. */
function Clock({
  row: { due_at, answered_at, is_handled },
  now,
}: {
  row: CommentRow
  now: number
}) {
  if (answered_at !== null) return <span className="text-xs text-success">Đã trả lời</span>
  if (due_at === null || is_handled) return <span className="text-xs text-muted">–</span>
  const left = Date.parse(due_at) - now
  const span = ageText(new Date(Math.min(now, now - Math.abs(left))).toISOString(), now)
  return left < 0 ? (
    <b className="text-xs whitespace-nowrap text-sale">Quá hạn {span}</b>
  ) : (
    <span className="text-xs whitespace-nowrap">Còn {span}</span>
  )
}
