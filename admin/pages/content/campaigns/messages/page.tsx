import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { messageCampaignPath } from '#admin/addresses/campaign-paths.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { PageHeading } from '#admin/kit/page-heading.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import {
  campaign_states,
  channel_titles,
} from '#admin/pages/content/campaigns/messages/message-texts.ts'
import type {
  AddedPhones,
  MessageCampaignsData,
} from '#admin/pages/content/campaigns/messages/page.server.ts'
import type { MessageCampaignRow } from '#contracts/staff/offers/message-campaigns.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Tin khuyến mãi'
export const has_own_heading = true

interface PageProps {
  data: MessageCampaignsData
  answer?: AddedPhones
  typed?: Readonly<Record<string, string>>
}

/** Messages of offers, and the list of phones that want none. */
export function Page({ data: { rows, do_not_call, may_change }, answer, typed = {} }: PageProps) {
  return (
    <>
      <PageHeading title={title}>
        {may_change && (
          <Link to={messageCampaignPath('moi')} className="tool-main">
            Tin mới
          </Link>
        )}
      </PageHeading>
      <p className="text-sm text-muted">
        Chỉ gửi cho người đã đồng ý, từ 7 giờ đến 22 giờ, mỗi người tối đa ba tin trong 24 giờ. Một
        người soạn, một người khác duyệt.
      </p>
      <DataTable
        label="Các tin khuyến mãi"
        empty="Chưa có tin nào."
        columns={columns}
        rows={rows}
        keyOf={({ campaign_id }) => campaign_id}
      />
      <section aria-labelledby="phones" className="sheet grid gap-3 text-sm">
        <h2 id="phones" className="part-title">
          Số không nhận quảng cáo
        </h2>
        <p>
          Đang có <strong>{do_not_call.phones.toLocaleString('vi-VN')}</strong> số
          {do_not_call.added_at !== null &&
            `, thêm lần cuối ${formatDateTime(new Date(do_not_call.added_at))}`}
          . Tin qua Zalo không đi đến các số này, dù khách từng đồng ý.
        </p>
        {answer !== undefined && (
          <p role="status" className="font-semibold">
            Thêm {answer.added} số mới, {answer.known} số đã có, {answer.unreadable} dòng không đọc
            được.
          </p>
        )}
        {may_change && <PhonesForm typed={typed} />}
      </section>
    </>
  )
}

function PhonesForm({ typed }: { typed: Readonly<Record<string, string>> }) {
  return (
    <StaffForm
      action={addresses.message_campaigns.path}
      hidden={{ intent: 'add_phones' }}
      className="grid max-w-2xl grid-cols-1 gap-3"
    >
      <LineField
        label="Nguồn (danh sách DNC tháng nào, khách báo qua đâu)"
        name="source"
        required
        maxLength={120}
        defaultValue={typed['source'] ?? ''}
      />
      <label className="grid gap-1">
        <span className="text-muted">
          Số điện thoại, mỗi dòng một số. Chỉ lưu dấu vân tay của số.
        </span>
        <textarea name="phones" rows={4} required maxLength={400_000} className="field" />
      </label>
      <div>
        <SubmitButton>Thêm vào danh sách</SubmitButton>
      </div>
    </StaffForm>
  )
}

const columns: Column<MessageCampaignRow>[] = [
  {
    title: 'Tên',
    look: 'text',
    cell: ({ campaign_id, name }) => (
      <Link to={messageCampaignPath(campaign_id)} className="link">
        {name}
      </Link>
    ),
  },
  { title: 'Kênh', cell: ({ channel }) => channel_titles[channel] },
  { title: 'Tình trạng', cell: ({ state }) => campaign_states[state] },
  { title: 'Gửi từ', look: 'time', cell: ({ starts_at }) => formatDateTime(new Date(starts_at)) },
  { title: 'Đến', look: 'time', cell: ({ ends_at }) => formatDateTime(new Date(ends_at)) },
  { title: 'Người nhận', look: 'number', cell: ({ results }) => results.recipients },
  { title: 'Đã gửi', look: 'number', cell: ({ results }) => results.sent },
  { title: 'Hỏng', look: 'number', cell: ({ results }) => results.failed },
  { title: 'Từ chối', look: 'number', cell: ({ results }) => results.unsubscribed },
  { title: 'Người soạn', cell: ({ writer_name }) => writer_name },
  { title: 'Người duyệt', cell: ({ approver_name }) => approver_name ?? '' },
]
