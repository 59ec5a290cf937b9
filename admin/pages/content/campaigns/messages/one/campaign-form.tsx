import { messageCampaignPath } from '#admin/addresses/campaign-paths.ts'
import { LineField } from '#admin/kit/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import {
  audience_titles,
  channel_titles,
} from '#admin/pages/content/campaigns/messages/message-texts.ts'
import type { StoredCampaign } from '#contracts/staff/offers/message-campaigns.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'

interface CampaignFormProps {
  /** Null: a new one. */
  campaign: StoredCampaign | null
  tiers: readonly { code: string; name: string }[]
  typed: Readonly<Record<string, string>>
}

const localOf = (at: string | undefined) =>
  at === undefined ? '' : vietnamClock(new Date(at)).slice(0, 16)

/** The fields of a message. A change takes back the question for approval. */
export function CampaignForm({ campaign, tiers, typed }: CampaignFormProps) {
  const text = (
    name: 'name' | 'title' | 'body' | 'button' | 'link' | 'zalo_template' | 'wish_path',
  ) => typed[name] ?? campaign?.[name] ?? ''
  const tier_titles = {
    '': 'Mọi hạng',
    ...Object.fromEntries(tiers.map(({ code, name }) => [code, name])),
  }
  return (
    <section aria-labelledby="text" className="sheet text-sm">
      <h2 id="text" className="part-title mb-2">
        Nội dung
      </h2>
      <StaffForm
        action={messageCampaignPath(campaign?.campaign_id ?? 'moi')}
        hidden={{ intent: 'save', version: campaign?.version ?? 0 }}
        className="grid max-w-3xl grid-cols-1 gap-3"
      >
        <LineField
          label="Tên (chỉ nhân viên thấy)"
          name="name"
          required
          maxLength={80}
          defaultValue={text('name')}
        />
        <div className="grid gap-3 md:grid-cols-2">
          <Choice
            label="Kênh"
            name="channel"
            titles={channel_titles}
            value={typed['channel'] ?? campaign?.channel}
          />
          <Choice
            label="Người nhận"
            name="audience"
            titles={audience_titles}
            value={typed['audience'] ?? campaign?.audience}
          />
          <Choice
            label="Hạng (khi gửi thành viên)"
            name="tier_code"
            titles={tier_titles}
            value={typed['tier_code'] ?? campaign?.tier_code}
          />
          <LineField
            label="Đường dẫn sản phẩm được thích (trống: bất kỳ)"
            name="wish_path"
            maxLength={200}
            defaultValue={text('wish_path')}
          />
        </div>
        <LineField
          label="Tiêu đề ([QC] được thêm ở đầu)"
          name="title"
          required
          maxLength={80}
          defaultValue={text('title')}
        />
        <label className="grid gap-1">
          <span className="text-muted">
            Nội dung. Dòng trống chia đoạn; đơn vị gửi và cách từ chối được thêm ở cuối.
          </span>
          <textarea
            name="body"
            rows={6}
            required
            maxLength={4_000}
            defaultValue={text('body')}
            className="field"
          />
        </label>
        <div className="grid gap-3 md:grid-cols-2">
          <LineField
            label="Chữ trên nút"
            name="button"
            required
            maxLength={30}
            defaultValue={text('button')}
          />
          <LineField
            label="Mở trang (/…)"
            name="link"
            required
            maxLength={300}
            defaultValue={text('link')}
          />
          <Time
            label="Gửi từ"
            name="starts_at"
            value={typed['starts_at'] ?? localOf(campaign?.starts_at)}
          />
          <Time
            label="Không gửi sau"
            name="ends_at"
            value={typed['ends_at'] ?? localOf(campaign?.ends_at)}
          />
          <LineField
            label="Mã mẫu tin Zalo đã duyệt (khi gửi Zalo)"
            name="zalo_template"
            maxLength={40}
            defaultValue={text('zalo_template')}
          />
        </div>
        <div>
          <SubmitButton look="primary">Lưu</SubmitButton>
        </div>
      </StaffForm>
    </section>
  )
}

interface ChoiceProps {
  label: string
  name: string
  titles: Readonly<Record<string, string>>
  value: string | undefined
}

function Choice({ label, name, titles, value }: ChoiceProps) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <select name={name} defaultValue={value} className="field">
        {Object.entries(titles).map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

function Time({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <input
        type="datetime-local"
        name={name}
        required
        defaultValue={value}
        className="field w-full"
      />
    </label>
  )
}
