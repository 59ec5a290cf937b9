export interface Ask {
  token?: string
  json?: unknown
  form?: URLSearchParams | FormData
  headers?: Record<string, string>
  redirect?: RequestRedirect
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON body; null if it is not JSON. */
  body: { data?: unknown; error?: { code: string; message: string; data: unknown } } | null
}

/** Sends one request and reads the whole answer. */
export async function knock(url: string, method: string, ask: Ask): Promise<Answer> {
  const headers = new Headers(ask.headers)
  if (ask.token !== undefined) headers.set('authorization', `Bearer ${ask.token}`)
  if (ask.json !== undefined) headers.set('content-type', 'application/json')
  const body = ask.json === undefined ? ask.form : JSON.stringify(ask.json)
  const redirect = ask.redirect ?? 'manual'
  const response = await fetch(url, {
    method,
    headers,
    redirect,
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return null
  }
}
