import type { Application, PaperKind } from '#contracts/storefront/trade/application.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import type { LoanTemplate } from '#shop/notification/outbox.ts'
import {
  mailAmounts,
  mailFacts,
  mailPage,
  textGroups,
  type MailRow,
  type Tone,
} from '#shop/notification/templates/mail-frame.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

interface Words {
  title: string
  tone: Tone
  paragraph: (application: Application) => string
  /** The short message, without its link. */
  sms: (application: Application) => string
}

const paper_names: Record<PaperKind, string> = {
  id_front: 'mặt trước căn cước',
  id_back: 'mặt sau căn cước',
  licence: 'bằng lái xe',
  selfie: 'ảnh chân dung',
}

const words: Record<LoanTemplate, Words> = {
  loan_submitted: {
    title: 'Đã nhận hồ sơ trả góp',
    tone: 'good',
    paragraph: ({ company_name, expires_at }) =>
      `Cửa hàng đã nhận hồ sơ và giữ hàng cho bạn${until(expires_at)}. ${company_name} xét duyệt và ký hợp đồng với bạn. Bạn chưa cần trả tiền.`,
    sms: ({ company_name }) => `đã nhận hồ sơ, ${company_name} đang xét duyệt.`,
  },
  loan_papers: {
    title: 'Hồ sơ trả góp cần bổ sung',
    tone: 'waiting',
    paragraph: ({ company_name, papers, reason, expires_at }) =>
      `${company_name} cần thêm: ${missing(papers)}.${reason === null ? '' : ` ${reason}.`} Vui lòng gửi bổ sung${until(expires_at)}.`,
    sms: ({ papers }) => `cần bổ sung ${missing(papers)}.`,
  },
  loan_approved: {
    title: 'Hồ sơ trả góp được duyệt',
    tone: 'good',
    paragraph: ({ company_name, expires_at }) =>
      `${company_name} đã duyệt. Mời bạn mang căn cước đến cửa hàng đã chọn để ký hợp đồng${until(expires_at)}.`,
    sms: ({ expires_at }) => `được duyệt. Mời bạn đến cửa hàng ký hợp đồng${until(expires_at)}.`,
  },
  loan_signed: {
    title: 'Đã ký hợp đồng trả góp',
    tone: 'good',
    paragraph: ({ loan: { prepaid } }) =>
      prepaid === 0
        ? 'Hợp đồng đã ký, cửa hàng đang chuẩn bị hàng. Bạn không cần trả trước.'
        : `Hợp đồng đã ký, cửa hàng đang chuẩn bị hàng. Bạn trả trước ${formatDong(prepaid)} tại cửa hàng, hoặc trả online trong trang đơn hàng.`,
    sms: ({ loan: { prepaid } }) =>
      prepaid === 0 ? 'đã ký hợp đồng.' : `đã ký hợp đồng, bạn trả trước ${formatDong(prepaid)}.`,
  },
}

function until(expires_at: string | null): string {
  return expires_at === null ? '' : ` đến ${formatDateTime(new Date(expires_at))}`
}

function missing(papers: Application['papers']): string {
  const names = papers.filter(({ is_here }) => !is_here).map(({ kind }) => paper_names[kind])
  return names.length === 0 ? 'giấy tờ' : names.join(', ')
}

/** The mail about an application. */
export function loanMail(
  template: LoanTemplate,
  application: Application,
  sender: Sender,
): RenderedMessage {
  const { code, company_name, goods, loan, order_code } = application
  const { title, tone, paragraph } = words[template]
  const text = paragraph(application)
  const facts: MailRow[] = [
    ['Mã hồ sơ', code],
    ...(order_code === null ? [] : [['Mã đơn hàng', order_code] as const]),
    ['Công ty', company_name],
    ...goods.map((name) => ['Sản phẩm', name] as const),
  ]
  const amounts: MailRow[] = [
    ['Trả trước', formatDong(loan.prepaid)],
    ['Góp mỗi tháng', `${formatDong(loan.monthly)} × ${loan.months} tháng`],
    ['Tổng tiền phải trả', formatDong(loan.total), 'total'],
    ['Chênh lệch với mua trả thẳng', formatDong(loan.difference), 'detail'],
  ]
  const link = { text: 'Xem hồ sơ', href: loanLink(application, sender) }
  const body = [
    title,
    text,
    ...textGroups(facts, amounts),
    `${link.text}: ${link.href}`,
    `${sender.name} · ${sender.hotline}`,
  ].join('\n\n')
  const subject = `${title}: ${code}`
  const middle = mailFacts('Hồ sơ trả góp', facts) + mailAmounts('Khoản vay', amounts)
  const page = { subject, title, tone, paragraphs: [text], middle, button: link }
  return { subject, body, html: mailPage(page, sender) }
}

/** The short message about an application. */
export function loanSms(
  template: LoanTemplate,
  application: Application & { phone_secret: string | null },
  sender: Sender,
): RenderedMessage {
  const { code, expires_at, phone_secret } = application
  const about =
    phone_secret === null
      ? words[template].sms(application)
      : `giữ hàng${until(expires_at)}. Xác nhận số điện thoại để giữ tiếp:`
  const link = loanLink(application, sender)
  const body = unaccented(`${sender.name}: Hồ sơ trả góp ${code} ${about} ${link}`)
  return { subject: null, body, html: null }
}

/** The page of an application, which its secret opens in any browser. */
function loanLink(
  { code, secret, phone_secret = null }: Application & { phone_secret?: string | null },
  { public_url }: Sender,
): string {
  const query = new URLSearchParams({ code, key: secret })
  if (phone_secret !== null) query.set('so', phone_secret)
  return `${public_url}/ho-so-tra-gop?${query}`
}
