import { permissionsPolicy } from '#pure/formats/permissions-policy.ts'
import { player_origin } from '#pure/formats/youtube.ts'

/**
 * Headers of every answer that is neither a file nor data. Scripts are our own files, or inline scripts named by hash;
 * so are styles, except style attributes of rich text.
 */
export function securityHeaders(options: {
  public_url: string
  is_dev: boolean
  has_recaptcha?: boolean
  /** Pages may load the tag manager. */
  has_tag_manager?: boolean
  /** Hashes of the inline scripts of pages: 'sha256-…'. */
  script_hashes?: readonly string[]
  /** Origins that a form may reach by a redirect of the shop: pages of payment providers. */
  form_targets?: readonly string[]
  /** Origins that pages may show in a hidden frame: the member site, for automatic sign-in. */
  frame_targets?: readonly string[]
}): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'x-content-type-options': 'nosniff',
    // no-referrer would make form posts send `Origin: null`.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissionsPolicy([]),
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...transportSecurity(options.public_url),
  }
}

/**
 * Headers of an answer that is data: whoever opens it as a page gets one that may do nothing and stands in no frame.
 */
export function dataHeaders({ public_url }: { public_url: string }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...transportSecurity(public_url),
  }
}

function transportSecurity(public_url: string): Record<string, string> {
  if (!public_url.startsWith('https:')) return {}
  return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
}

/** As developers.google.com/recaptcha/docs/faq requires. Without keys none of it is allowed. */
const google = {
  scripts: ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
  frames: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
}

/** As developers.google.com/tag-platform/security/guides/csp requires, with Google Analytics. */
const tag_manager = {
  scripts: ' https://*.googletagmanager.com',
  others: ' https://*.googletagmanager.com https://*.google-analytics.com',
}

function contentSecurityPolicy({
  is_dev,
  has_recaptcha = false,
  has_tag_manager = false,
  script_hashes = [],
  form_targets = [],
  frame_targets = [],
}: {
  is_dev: boolean
  has_recaptcha?: boolean
  has_tag_manager?: boolean
  script_hashes?: readonly string[]
  form_targets?: readonly string[]
  frame_targets?: readonly string[]
}): string {
  const inline = is_dev ? " 'unsafe-inline'" : ''
  // A film of an article plays in its page, from the moment that a shopper asks for it.
  const frames = [...(has_recaptcha ? [google.frames] : []), ...frame_targets, player_origin]
  const tags = has_tag_manager ? tag_manager : { scripts: '', others: '' }
  const scripts = (has_recaptcha ? google.scripts : '') + tags.scripts
  return [
    "default-src 'self'",
    [`script-src 'self'${inline}${scripts}`, ...script_hashes].join(' '),
    `style-src 'self'${inline}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${tags.others}`,
    `connect-src 'self'${is_dev ? ' ws:' : ''}${tags.others}`,
    "worker-src 'self'",
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...form_targets].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}
