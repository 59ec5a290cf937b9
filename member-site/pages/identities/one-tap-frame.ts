import type { FastifyReply } from 'fastify'
import type { Site } from '#member-site/runtime/site.ts'

/** What Google's script needs (developers.google.com/identity/gsi/web/guides/get-google-api-clientid). */
const google: Readonly<Record<string, string>> = {
  'script-src': 'https://accounts.google.com/gsi/client',
  'style-src': 'https://accounts.google.com/gsi/style',
  'connect-src': 'https://accounts.google.com/gsi/',
  'frame-src': 'https://accounts.google.com/gsi/',
}

/**
 * Lets the shop, and nobody else, show a page in a frame; with `has_google` the page may load Google's script. All
 * other pages of both sites keep their policy. For `onSend` of a route: the server's own headers are set before.
 */
export function allowPrompt({ public_url }: Site, has_google: boolean) {
  return async (_request: unknown, reply: FastifyReply): Promise<void> => {
    const policy = String(reply.getHeader('content-security-policy') ?? '')
    const directives = new Map(
      policy.split(';').map((text): [string, string[]] => {
        const [name = '', ...values] = text.trim().split(' ')
        return [name, values]
      }),
    )
    directives.set('frame-ancestors', [public_url])
    for (const [name, source] of has_google ? Object.entries(google) : []) {
      directives.set(name, [...(directives.get(name) ?? []), source])
    }
    const lines = [...directives].map(([name, values]) => [name, ...values].join(' '))
    reply.header('content-security-policy', lines.join('; ')).removeHeader('x-frame-options')
  }
}
