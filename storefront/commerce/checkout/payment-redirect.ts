/**
 * The redirect after choosing a payment method, from the gateway's answer: a page of the checkout, or a page
 * of the provider. Only this answer may lead to another site (contract §5).
 */
export function paymentRedirect(redirect_url: string): { redirect: string; is_external?: boolean } {
  return redirect_url.startsWith('/cart/')
    ? { redirect: redirect_url }
    : { redirect: redirect_url, is_external: true }
}
