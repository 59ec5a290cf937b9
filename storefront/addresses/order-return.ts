import { cart_addresses } from '#storefront/addresses/cart.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

/** /cart/return: what of a delivered order can be returned, and its requests. With the order's key in any browser. */
export function returnUrl(code: string, key?: string, more: Query = {}): string {
  return withQuery(cart_addresses.orderReturn.path, { code, key, ...more })
}

/** Where pictures of a request are sent, and where they are served. No pages. */
export const return_pictures_path = '/cart/return/pictures'
export const return_picture_path = '/cart/return/picture'

interface RequestOfOrder {
  order_code: string
  /** The secret of an order that was opened by its link. */
  key: string | undefined
  /** The code of the request. */
  code: string
}

/** Where the form for pictures of a request is sent. */
export function sendPicturesUrl({ order_code, key, code }: RequestOfOrder): string {
  return withQuery(return_pictures_path, { code: order_code, key, phieu: code })
}

/** One picture of a request, large or small. */
export function askedPictureUrl(
  { order_code, key, code }: RequestOfOrder,
  picture_id: number,
  size: 'large' | 'small',
): string {
  const which = { phieu: code, anh: picture_id, co: size }
  return withQuery(return_picture_path, { code: order_code, key, ...which })
}
