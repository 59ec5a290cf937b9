/** Escapes a text for HTML, inside or outside of attribute quotes. */
export function escapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => named[character] ?? '')
}

/** A complete page without scripts and outside of the storefront, such as a sandbox provider's. `body` is HTML. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="vi"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/media/brand/favicon.svg" type="image/svg+xml">
<meta name="robots" content="noindex, nofollow">
<link rel="stylesheet" href="${plain_style_path}"></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}</main></body></html>`
}

/** The path and the content of the stylesheet of plain pages. */
export const plain_style_path = '/plain.css'
export const plain_style = `
body{margin:0;background:#eef2f8;color:#14244a;font:500 16px/1.5 'Be Vietnam Pro',system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:24px 16px}
h1{font-size:24px;line-height:1.2;margin:0 0 16px}h2{font-size:18px;margin:24px 0 8px}
.sheet{background:#fff;border:1px solid #dfe4ee;border-radius:16px;padding:16px;margin:0 0 16px}
.narrow{max-width:480px}.note{color:#5b6478}.good{color:#1f7a6d;font-weight:700}.bad{color:#b42318;font-weight:700}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0}dt{color:#5b6478}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
label{display:block;margin:0 0 12px;font-weight:600}
input{display:block;box-sizing:border-box;width:100%;min-height:44px;margin-top:4px;padding:8px 12px;border:1px solid #8a93a6;border-radius:12px;font:inherit;color:inherit}
input.inline{display:inline-block;width:24px;min-height:24px;margin:0 8px 0 0;vertical-align:middle}label.inline{display:inline;margin:0}
button{min-height:44px;padding:8px 16px;border:1px solid #14244a;border-radius:12px;background:#fff;color:#14244a;font:inherit;font-weight:700;cursor:pointer}
button.main,a.main{background:#c23d0c;border-color:#c23d0c;color:#fff}
a.main{display:inline-block;padding:12px 28px;border-radius:14px;font-weight:700;text-decoration:none}
.center{text-align:center}.center img{max-width:100%;height:auto}
summary{min-height:28px;font-size:18px;font-weight:700;cursor:pointer}
ul.places{list-style:none;margin:12px 0 0;padding:0}.places li{padding:10px 0;border-top:1px solid #dfe4ee}
.places a{display:inline-block;padding:10px 0;margin:-10px 12px -10px 0;font-weight:700}
.buttons{display:flex;flex-wrap:wrap;gap:8px}
.pay{max-width:440px;padding:0;overflow:hidden}.pay>*{margin:16px}
.pay>.pay-head{display:flex;align-items:center;gap:16px;margin:0;padding:20px 16px;background:var(--ground);color:#fff}
.pay-head img{background:#fff;border-radius:8px}.pay-head strong{display:block;font-size:28px;line-height:1.2}
main:has(>.pay,>.narrow){box-sizing:border-box;display:grid;align-content:center;max-width:472px;min-height:100vh}
main:has(>.pay,>.narrow)>:is(h1,.note){text-align:center}
.pay-buttons{display:grid;gap:8px}.pay button.main{background:var(--ground);border-color:var(--ground);min-height:52px;font-size:17px}
.pay summary{font-size:16px;padding:8px 0}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;vertical-align:top;padding:8px;border-bottom:1px solid #dfe4ee}td.number{text-align:right;white-space:nowrap}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:12px 0}
td.text{max-width:220px;overflow-wrap:anywhere}
a{color:#a0320a}:focus-visible{outline:3px solid #f5b83d;outline-offset:2px}
`
