import { data, redirect } from 'react-router'
import { dataPath } from '#admin/addresses/addresses.ts'
import type { DataAnswer } from '#admin/runtime/data-answer.ts'
import type { RouteSource } from '#admin/runtime/routes.tsx'
import { form_limit_ms, withLimit } from '#web/runtime/time-limit.ts'

/** The route source in the browser: each loader and action calls the server part of the page. */
export const browserSource: RouteSource = {
  // It came with the document.
  frame: async () => null,
  load: async ({ page }, { request }) => {
    const [answer] = await Promise.all([ask(request), prepare(page)])
    return resultOf(answer)
  },
  act: async (_address, { request }) => resultOf(await ask(request)),
}

async function prepare(page: string): Promise<void> {
  const { preparePage } = await import('#admin/runtime/modules.ts')
  await preparePage(page)
}

async function ask(request: Request): Promise<DataAnswer> {
  const { pathname, search } = new URL(request.url)
  const body = await bodyOf(request)
  const response = await fetch(dataPath(pathname) + search, {
    method: request.method,
    body,
    signal: withLimit(request.signal, body === null ? undefined : form_limit_ms),
  })
  // The login has expired. A full reload asks for it.
  if (response.status === 401) location.reload()
  const is_json = response.headers.get('content-type')?.includes('json') ?? false
  if (!response.ok || !is_json) return { kind: 'error', status: response.status }
  return (await response.json()) as DataAnswer
}

/** Forms with files are multipart, others url-encoded. */
async function bodyOf(request: Request): Promise<FormData | URLSearchParams | null> {
  if (request.method === 'GET') return null
  const has_files = request.headers.get('content-type')?.startsWith('multipart/') ?? false
  return has_files ? request.formData() : new URLSearchParams(await request.text())
}

function resultOf(answer: DataAnswer): unknown {
  switch (answer.kind) {
    case 'page':
      return answer.data
    case 'problem':
      return data(
        { problem: answer.problem, refused: answer.refused, typed: answer.typed },
        { status: answer.status },
      )
    case 'answer':
      return { answer: answer.answer }
    case 'redirect':
      return redirect(answer.location)
    case 'error':
      throw data(null, { status: answer.status })
  }
}
