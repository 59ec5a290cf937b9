/**
 * Where the shopper goes next after choosing how to pay, as the gateway's answer says it: a page of the
 * checkout, or the provider's own. Only that answer may lead out of the shop (contract §5).
 */
export function wayOut(redirect_url: string): { redirect: string; is_external?: boolean } {
  return redirect_url.startsWith('/cart/')
    ? { redirect: redirect_url }
    : { redirect: redirect_url, is_external: true }
}
