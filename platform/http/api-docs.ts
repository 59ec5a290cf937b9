import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { openApiOf, type ServedContracts } from '#platform/http/openapi.ts'
import type { Access, AnyOperation } from '#pure/contract.ts'

/** The authentication that each access level needs, as text. */
const needs: Record<Access, string> = {
  public: '',
  customer: ' Needs a token.',
  member: ' Needs the token of a member.',
  customer_or_secret: ' Needs a token or a secret.',
  staff: ' For staff.',
  staff_self: ' For staff.',
}

/** /api/openapi.json for programs and /api/docs for people, both generated from the contracts. */
export function serveApiDocs(
  fastify: FastifyInstance,
  served: ServedContracts,
  options: { shop_name: string },
): void {
  let spec: string | null = null
  fastify.get('/api/openapi.json', async (_request, reply) => {
    spec ??= JSON.stringify(openApiOf(served, `${options.shop_name}: commerce services`))
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(spec)
  })
  let page: string | null = null
  fastify.get('/api/docs', async (_request, reply) => {
    page ??= docsPage(served, options.shop_name)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

// Plain HTML without its own styles: the policy allows no inline style.
function docsPage(served: ServedContracts, shop_name: string): string {
  const sections = Object.entries(served).map(
    ([service, { prefix, contract }]) =>
      `<section><h2 id="${service}">${service}</h2>${Object.entries(contract)
        .map(([name, operation]) => operationHtml(service, name, prefix, operation))
        .join('')}</section>`,
  )
  const index = Object.keys(served)
    .map((service) => `<li><a href="#${service}">${service}</a></li>`)
    .join('')
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(shop_name)}: services</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>` +
    `<body><main><h1>${escaped(shop_name)}: services</h1>` +
    `<p>Answers are <code>{ "data": … }</code>; refusals <code>{ "error": { "code", "message", "data" } }</code> with the status below; ` +
    `wrong fields are 422 <code>invalid_input</code> with words for each in <code>data.problems</code>. ` +
    `Send <code>Authorization: Bearer TOKEN</code> from <code>POST /api/sso/auth/guest-token</code>. ` +
    `Bodies are JSON, multipart or url-encoded forms; nested fields as <code>QuoteItems[0][item_id]</code> or JSON text. ` +
    `For machines: <a href="/api/openapi.json">openapi.json</a>.</p><nav><ul>${index}</ul></nav>${sections.join('')}</main></body></html>`
  )
}

function operationHtml(
  service: string,
  name: string,
  prefix: string,
  operation: AnyOperation,
): string {
  const refusals = Object.entries(operation.refusals)
    .map(
      ([code, { status, meaning, data }]) =>
        `<li>${status} <code>${code}</code> ${escaped(meaning)}${dataHtml(data)}</li>`,
    )
    .join('')
  const fields = fieldNames(operation.input)
  return (
    `<article><h3 id="${service}.${name}"><code>${operation.method} ${prefix}${operation.path}</code></h3>` +
    `<p>${escaped(operation.summary)}${needs[operation.access]}</p>` +
    (fields.length > 0
      ? `<p>Fields: ${fields.map((field) => `<code>${escaped(field)}</code>`).join(', ')}</p>`
      : '') +
    (refusals === '' ? '' : `<p>Refusals:</p><ul>${refusals}</ul>`) +
    '</article>'
  )
}

function dataHtml(schema: z.ZodType | undefined): string {
  const fields = schema === undefined ? [] : fieldNames(schema)
  if (fields.length === 0) return ''
  return ` Data: ${fields.map((field) => `<code>${escaped(field)}</code>`).join(', ')}.`
}

function fieldNames(schema: z.ZodType): string[] {
  return Object.keys((schema as { shape?: object }).shape ?? {})
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
