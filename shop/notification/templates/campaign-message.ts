import { mailLink, mailPage } from '#shop/notification/templates/mail-frame.ts'
import { escapeHtml } from '#pure/plain-page.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/** What a campaign says, and the secret by which one recipient stops it. */
interface CampaignFacts {
  channel: 'email' | 'push' | 'zalo'
  title: string
  body: string
  button: string
  link: string
  zalo_template: string
  secret: string
}

/** offers.stopOffers (contracts/storefront/notices/offers.ts). */
const stop_path = '/api/offers/v1/offers/stop'

/**
 * Renders an offer. It is marked as advertising first of all, and says at its end who sends it and how to stop it
 * (Decree 91/2020, articles 11 to 21).
 */
export function campaignMessage(facts: CampaignFacts, sender: Sender): RenderedMessage {
  const { channel, title, body, link } = facts
  const open_url = sender.public_url + link
  const labelled = `[QC] ${title}`
  const stop = `${sender.public_url}/nhan-uu-dai/${facts.secret}`
  if (channel === 'push') {
    return { subject: labelled, body, html: null, open_url, stop_url: stop }
  }
  if (channel === 'zalo') {
    const data = { tieu_de: labelled, noi_dung: body, lien_ket: open_url, ngung_nhan: stop }
    return {
      subject: null,
      body: [labelled, body, `Xem: ${open_url}`, `Ngừng nhận: ${stop}`].join('\n\n'),
      html: null,
      zalo: { template_id: facts.zalo_template, data },
    }
  }
  return campaignMail({ ...facts, labelled, open_url, stop }, sender)
}

function campaignMail(
  facts: CampaignFacts & { labelled: string; open_url: string; stop: string },
  sender: Sender,
): RenderedMessage {
  const { title, body, button, labelled, open_url, stop, secret } = facts
  const { name, hotline, public_url, company } = sender
  const paragraphs = body.split(/\r?\n\s*\r?\n/).map((text) => text.trim())
  const from = [company.name, hotline, company.email, company.address, public_url]
  const who = `Đơn vị gửi: ${from.filter((part) => part !== undefined && part !== '').join(' · ')}.`
  const why = `Bạn nhận thư này vì đã đồng ý nhận ưu đãi của ${name}.`
  const write = company.email === undefined ? '' : ` hoặc viết thư tới ${company.email}`
  const other = `Hoặc gọi ${hotline}${write}. Từ chối là ngừng mọi thư ưu đãi về mọi sản phẩm.`
  const foot = `${escapeHtml(who)}<br>${escapeHtml(why)} ${mailLink(stop, 'Không nhận nữa')}. ${escapeHtml(other)}<br>`
  return {
    subject: labelled,
    body: [
      title,
      ...paragraphs,
      `${button}: ${open_url}`,
      who,
      why,
      `Không nhận nữa: ${stop}`,
      other,
    ].join('\n\n'),
    html: mailPage(
      {
        subject: labelled,
        title,
        paragraphs,
        middle: '',
        button: { text: button, href: open_url },
        foot,
      },
      sender,
    ),
    unsubscribe_url: `${public_url}${stop_path}?secret=${secret}`,
  }
}
