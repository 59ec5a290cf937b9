import { escapeHtml } from '#pure/plain-page.ts'
import type { Sender } from '#shop/notification/templates/sender.ts'

/** What the news of a mail is for its reader: its mark and colour say it before a word is read. */
export type Tone = 'good' | 'waiting' | 'sorry' | 'news'

interface MailPage {
  subject: string
  title: string
  /** What the mail is about, above its title. */
  about?: string
  tone?: Tone
  paragraphs: readonly string[]
  /** HTML below the button. */
  middle: string
  /** Null: the mail has no link at all, because its readers must not learn to follow one. */
  button: { text: string; href: string } | null
  /** HTML at the end of the mail. */
  foot?: string
}

/** The colours of the shop (web/ui/theme.css). */
const ink = '#14244a'
const muted = '#5b6478'
const border = '#dfe4ee'
const mist = '#eef2f8'
const accent = '#c23d0c'
const sale = '#b42318'
const font = "font-family:'Be Vietnam Pro',Arial,sans-serif"

const tones: Record<Tone, { mark: string; ground: string; color: string } | null> = {
  good: { mark: '✓', ground: '#e6f4f1', color: '#1f7a6d' },
  waiting: { mark: '!', ground: '#fff6df', color: '#7a5200' },
  sorry: { mark: '×', ground: '#fdeceb', color: sale },
  news: null,
}

/**
 * Renders a mail in the shop's design: one column of tables, which all mail programs support. It loads
 * nothing.
 */
export function mailPage(page: MailPage, sender: Sender): string {
  const { subject, title, about = '', tone = 'news', paragraphs, middle, button, foot = '' } = page
  const text = paragraphs
    .map((paragraph) => `<p style="margin:0 0 12px;line-height:1.6">${escapeHtml(paragraph)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="vi"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"></head>
<body style="margin:0;background:${mist};color:${ink};${font};font-size:16px"><main>
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs.join(' '))}</div>
<table role="presentation" style="width:100%;border-collapse:collapse"><tbody><tr><td style="padding:24px 12px">
<table role="presentation" style="width:100%;max-width:600px;margin:0 auto;border-collapse:separate;border-spacing:0;background:#fff;border-radius:20px;overflow:hidden">
<tbody>
<tr><td style="padding:18px 24px;background:${ink};border-bottom:4px solid #ff6f3c">${senderName(sender, button !== null)}</td></tr>
<tr><td style="padding:28px 24px 32px">
${toneMark(tone)}${aboutLine(about)}<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25;letter-spacing:-0.018em">${escapeHtml(title)}</h1>
${text}
${button === null ? '' : mainButton(button)}${middle}
</td></tr>
<tr><td style="padding:20px 24px 24px;background:#f7f9fc;border-top:1px solid ${border};color:${muted};font-size:13px;line-height:1.6">
${foot}Cần hỗ trợ, vui lòng gọi ${escapeHtml(sender.hotline)}. Thư này được gửi tự động.<br>
${escapeHtml(sender.company.name)}, ${escapeHtml(sender.company.address)}</td></tr>
</tbody></table></td></tr></tbody></table></main></body></html>`
}

function senderName({ name, public_url }: Sender, is_link: boolean): string {
  const look = 'color:#fff;font-size:20px;font-weight:bold;letter-spacing:-0.018em'
  if (!is_link) return `<span style="${look}">${escapeHtml(name)}</span>`
  return `<a href="${escapeHtml(public_url)}" style="${look};text-decoration:none">${escapeHtml(name)}</a>`
}

function mainButton({ text, href }: { text: string; href: string }): string {
  return `<p style="margin:22px 0 0"><a href="${escapeHtml(href)}" style="display:block;max-width:288px;padding:14px 24px;border-radius:14px;background:${accent};color:#fff;font-weight:bold;text-align:center;text-decoration:none">${escapeHtml(text)}</a></p>\n`
}

function toneMark(tone: Tone): string {
  const look = tones[tone]
  if (look === null) return ''
  return `<p aria-hidden="true" style="width:48px;margin:0 0 14px;border-radius:24px;background:${look.ground};color:${look.color};font-size:24px;font-weight:bold;line-height:48px;text-align:center">${look.mark}</p>\n`
}

function aboutLine(about: string): string {
  if (about === '') return ''
  return `<p style="margin:0 0 2px;color:${muted};font-size:14px;font-weight:bold">${escapeHtml(about)}</p>\n`
}

/** A link in the small print. */
export function mailLink(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" style="color:#a0320a">${escapeHtml(text)}</a>`
}

/** A code that the reader says or shows. */
export function mailCode(label: string, code: string): string {
  return `<table role="presentation" style="width:100%;margin-top:24px;border-collapse:separate;border:2px dashed #f5b83d;border-radius:16px;background:#fff6df"><tbody><tr><td style="padding:16px;text-align:center"><span style="display:block;font-size:14px">${escapeHtml(label)}</span><b style="font-size:30px;letter-spacing:0.08em">${escapeHtml(code)}</b></td></tr></tbody></table>`
}

/** A name and a value. A detail explains the row above it; a total is the sum of the rows above it. */
export type MailRow = readonly [name: string, value: string, look?: 'detail' | 'total']

/** A row in the text of a mail. A detail is indented below the row that it explains. */
export function textRow([name, value, look]: MailRow): string {
  return `${look === 'detail' ? '  ·' : '-'} ${name}: ${value}`
}

/** Groups of rows in the text of a mail, with a blank line between them. */
export function textGroups(...groups: readonly (readonly MailRow[])[]): string[] {
  return groups.filter(({ length }) => length > 0).map((rows) => rows.map(textRow).join('\n'))
}

/** Rows of a name and an amount under a heading. */
export function mailAmounts(heading: string, rows: readonly MailRow[]): string {
  return section(heading, rows.map(amountRow))
}

function amountRow([name, value, look]: MailRow): string {
  const { row, amount } = amount_looks[look ?? 'plain']
  return `<tr><td style="${row};width:60%;padding-right:16px;vertical-align:top">${escapeHtml(name)}</td><td style="${row};${amount};text-align:right;vertical-align:top">${escapeHtml(value)}</td></tr>`
}

const amount_looks = {
  plain: { row: `padding:8px 0;border-top:1px solid ${border}`, amount: 'font-weight:bold' },
  detail: { row: `padding:0 0 6px;color:${muted};font-size:14px`, amount: '' },
  total: {
    row: `padding:12px 0 8px;border-top:2px solid ${ink};font-weight:bold`,
    amount: `color:${sale};font-size:20px`,
  },
}

/** Rows of a name and a text under a heading. */
export function mailFacts(heading: string, rows: readonly MailRow[]): string {
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="width:34%;padding:8px 16px 8px 0;border-top:1px solid ${border};color:${muted};vertical-align:top">${escapeHtml(name)}</td><td style="padding:8px 0;border-top:1px solid ${border};font-weight:bold;vertical-align:top">${escapeHtml(value)}</td></tr>`,
  )
  return section(heading, cells)
}

function section(heading: string, rows: readonly string[]): string {
  if (rows.length === 0) return ''
  return `<h2 style="margin:28px 0 8px;font-size:17px;letter-spacing:-0.018em">${escapeHtml(heading)}</h2>
<table style="width:100%;border-collapse:collapse;font-size:15px;line-height:1.5"><tbody>${rows.join('\n')}</tbody></table>`
}
