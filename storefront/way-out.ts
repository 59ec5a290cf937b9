/**
 * Where the shopper goes next after choosing how to pay, as the gateway's answer says it: a page of ours,
 * or the provider's own over https. Only that answer may lead out of the shop (spec §5).
 */
export function wayOut(redirect_url: string): { redirect: string; is_external?: boolean } {
  return redirect_url.startsWith('/')
    ? { redirect: redirect_url }
    : { redirect: redirect_url, is_external: true }
}
