import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { messageCampaignPath } from '#admin/addresses/campaign-paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import {
  audience_titles,
  campaign_states,
  channel_titles,
  move_titles,
} from '#admin/pages/content/campaigns/messages/message-texts.ts'
import { CampaignForm } from '#admin/pages/content/campaigns/messages/one/campaign-form.tsx'
import type { MessageCampaignData } from '#admin/pages/content/campaigns/messages/one/page.server.ts'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { StoredCampaign } from '#contracts/staff/offers/message-campaigns.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ campaign }: MessageCampaignData) => campaign?.name ?? 'Tin khuyến mãi mới'
export const has_own_heading = true

interface PageProps {
  data: MessageCampaignData
  typed?: Readonly<Record<string, string>>
}

/** One message of offers: whom it reaches, what they read, its steps, its results. */
export function Page({ data, typed = {} }: PageProps) {
  const { campaign, tiers, history } = data
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        {campaign !== null && <span className="text-muted">{campaign_states[campaign.state]}</span>}
        <Link to={addresses.message_campaigns.path} className="tool ml-auto">
          Danh sách
        </Link>
      </div>
      {campaign !== null && <Reach campaign={campaign} />}
      {(campaign === null || campaign.may_save) && (
        <CampaignForm key={campaign?.version ?? 0} {...{ campaign, tiers, typed }} />
      )}
      {campaign !== null && history !== null && (
        <ChangeHistory
          entries={history}
          thing="message_campaign"
          thing_key={String(campaign.campaign_id)}
        />
      )}
    </div>
  )
}

/** Whom it reaches and what they read, with the buttons of the steps that are possible now. */
function Reach({ campaign }: { campaign: StoredCampaign }) {
  const { preview, moves, version, campaign_id } = campaign
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <section aria-labelledby="reach" className="sheet grid gap-3 text-sm">
        <h2 id="reach" className="part-title">
          Gửi cho ai
        </h2>
        <FactList facts={factsOf(campaign)} />
        {moves.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {moves.map((move) => (
              <StaffForm
                key={move}
                action={messageCampaignPath(campaign_id)}
                hidden={{ intent: move, version }}
              >
                <button type="submit" className={looks[move] ?? 'tool'}>
                  {move_titles[move]}
                </button>
              </StaffForm>
            ))}
          </div>
        )}
      </section>
      <section aria-labelledby="preview" className="sheet grid gap-2 text-sm">
        <h2 id="preview" className="part-title">
          Khách sẽ đọc
        </h2>
        {preview.subject !== null && <p className="font-semibold">{preview.subject}</p>}
        <p className="wrap-anywhere whitespace-pre-line">{preview.body}</p>
      </section>
    </div>
  )
}

const looks: Readonly<Record<string, string>> = {
  ask: 'tool-main',
  approve: 'tool-main',
  stop: 'tool border-sale text-sale',
}

function factsOf(campaign: StoredCampaign): [string, string | null][] {
  const { channel, audience, tier_code, wish_path, persons, results, state } = campaign
  const { writer_name, approver_name, starts_at, ends_at } = campaign
  const is_begun = results.recipients > 0 || state === 'done'
  const count = (number: number) => number.toLocaleString('vi-VN')
  const shown = (number: number) => (is_begun ? count(number) : null)
  return [
    ['Kênh', channel_titles[channel]],
    ['Người nhận', audience_titles[audience]],
    ['Hạng', tier_code === '' ? null : tier_code],
    ['Sản phẩm', wish_path === '' ? null : `/${wish_path}`],
    ['Lúc này sẽ đến', `${count(persons)} người`],
    ['Gửi từ', formatDateTime(new Date(starts_at))],
    ['Đến', formatDateTime(new Date(ends_at))],
    ['Người soạn', writer_name],
    ['Người duyệt', approver_name],
    ['Đã chọn', shown(results.recipients)],
    ['Còn chờ', shown(results.waiting)],
    ['Đã gửi', shown(results.sent)],
    ['Hỏng', shown(results.failed)],
    ['Không gửi nữa', shown(results.dropped)],
    ['Từ chối qua tin này', shown(results.unsubscribed)],
  ]
}
