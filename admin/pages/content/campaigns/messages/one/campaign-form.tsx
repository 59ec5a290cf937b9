import { messageCampaignPath } from '#admin/addresses/campaign-paths.ts'
import { ChoiceField, choicesOf } from '#admin/kit/fields/choice-field.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { fieldTime, TimeField } from '#admin/kit/fields/time-field.tsx'
import {
  audience_titles,
  channel_titles,
} from '#admin/pages/content/campaigns/messages/message-texts.ts'
import type { StoredCampaign } from '#contracts/staff/offers/message-campaigns.ts'

interface CampaignFormProps {
  /** Null: a new one. */
  campaign: StoredCampaign | null
  tiers: readonly { code: string; name: string }[]
  typed: Readonly<Record<string, string>>
}

/** The fields of a message. A change takes back the question for approval. */
export function CampaignForm({ campaign, tiers, typed }: CampaignFormProps) {
  const text = (
    name: 'name' | 'title' | 'body' | 'button' | 'link' | 'zalo_template' | 'wish_path',
  ) => typed[name] ?? campaign?.[name] ?? ''
  const tier_choices = [
    { value: '', title: 'Mọi hạng' },
    ...tiers.map(({ code, name }) => ({ value: code, title: name })),
  ]
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
          <ChoiceField
            label="Kênh"
            name="channel"
            choices={choicesOf(channel_titles)}
            value={typed['channel'] ?? campaign?.channel}
          />
          <ChoiceField
            label="Người nhận"
            name="audience"
            choices={choicesOf(audience_titles)}
            value={typed['audience'] ?? campaign?.audience}
          />
          <ChoiceField
            label="Hạng (khi gửi thành viên)"
            name="tier_code"
            choices={tier_choices}
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
          <TimeField
            label="Gửi từ"
            name="starts_at"
            value={typed['starts_at'] ?? fieldTime(campaign?.starts_at)}
          />
          <TimeField
            label="Không gửi sau"
            name="ends_at"
            value={typed['ends_at'] ?? fieldTime(campaign?.ends_at)}
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
