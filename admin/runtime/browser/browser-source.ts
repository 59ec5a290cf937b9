import { data, redirect } from 'react-router'
import { dataPath } from '#admin/addresses/addresses.ts'
import { preparePage } from '#admin/runtime/modules.ts'
import type { RouteSource } from '#admin/runtime/routes.tsx'

/** What a page's data address answers. */
export type DataAnswer =
  | { kind: 'page'; data: unknown }
  | { kind: 'problem'; status: number; problem: string }
  | { kind: 'redirect'; location: string }
  | { kind: 'error'; status: number }

/** Routes of the browser: every loader and action asks the page's server half. */
export const browserSource: RouteSource = {
  load: async ({ page }, { request }) => {
    const [answer] = await Promise.all([ask(request), preparePage(page)])
    return settle(answer)
  },
  act: async (_address, { request }) => settle(await ask(request)),
}

async function ask(request: Request): Promise<DataAnswer> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? null : new URLSearchParams(await request.text())
  const response = await fetch(dataPath(pathname) + search, {
    method: request.method,
    body,
    signal: request.signal,
  })
  // The login is gone: loaded whole, the page asks for it.
  if (response.status === 401) location.reload()
  const is_json = response.headers.get('content-type')?.includes('json') ?? false
  if (!response.ok || !is_json) return { kind: 'error', status: response.status }
  return (await response.json()) as DataAnswer
}

function settle(answer: DataAnswer): unknown {
  switch (answer.kind) {
    case 'page':
      return answer.data
    case 'problem':
      return data({ problem: answer.problem }, { status: answer.status })
    case 'redirect':
      return redirect(answer.location)
    case 'error':
      throw data(null, { status: answer.status })
  }
}
