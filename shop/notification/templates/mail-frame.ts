import { escapeHtml } from '#pure/plain-page.ts'
import type { Sender } from '#shop/notification/templates/sender.ts'

interface MailPage {
  subject: string
  title: string
  paragraphs: readonly string[]
  /** HTML between the paragraphs and the button. */
  middle: string
  button: { text: string; href: string }
  /** HTML at the end of the mail. */
  foot?: string
}

const ink = '#14244a'
const muted = '#5b6478'
const border = '#dfe4ee'
const font = "font-family:'Be Vietnam Pro',Arial,sans-serif"

/**
 * Renders a mail in the shop's design: one column of tables, which all mail programs support. It loads
 * nothing.
 */
export function mailPage(page: MailPage, sender: Sender): string {
  const { subject, title, paragraphs, middle, button, foot = '' } = page
  const text = paragraphs
    .map((paragraph) => `<p style="margin:0 0 12px;line-height:1.5">${escapeHtml(paragraph)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="vi"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"></head>
<body style="margin:0;background:#eef2f8;color:${ink};${font};font-size:16px"><main>
<table role="presentation" style="width:100%;border-collapse:collapse"><tbody><tr><td style="padding:24px 12px">
<table role="presentation" style="width:100%;max-width:600px;margin:0 auto;border-collapse:collapse;background:#fff">
<tbody>
<tr><td style="padding:16px 24px;background:${ink};color:#fff;font-size:18px;font-weight:bold">${escapeHtml(sender.name)}</td></tr>
<tr><td style="padding:24px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${escapeHtml(title)}</h1>
${text}
${middle}
<p style="margin:24px 0 0"><a href="${escapeHtml(button.href)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:#c23d0c;color:#fff;font-weight:bold;text-decoration:none">${escapeHtml(button.text)}</a></p>
</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid ${border};color:${muted};font-size:13px;line-height:1.5">
${foot}Cần hỗ trợ, vui lòng gọi ${escapeHtml(sender.hotline)}. Thư này được gửi tự động.<br>
${escapeHtml(sender.company.name)}, ${escapeHtml(sender.company.address)}</td></tr>
</tbody></table></td></tr></tbody></table></main></body></html>`
}

/** A link in the small print. */
export function mailLink(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" style="color:#a0320a">${escapeHtml(text)}</a>`
}

/** Renders rows of two columns: a name and a value. */
export function mailRows(rows: readonly (readonly [name: string, value: string])[]): string {
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 12px 6px 0;color:${muted};vertical-align:top">${escapeHtml(name)}</td><td style="padding:6px 0;text-align:right;vertical-align:top;font-weight:bold">${escapeHtml(value)}</td></tr>`,
  )
  return `<table style="width:100%;border-collapse:collapse;border-top:1px solid ${border};margin-top:12px;font-size:15px"><tbody>${cells.join('\n')}</tbody></table>`
}
