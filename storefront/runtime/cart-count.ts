import { sharedValue } from '#web/runtime/shared-value.ts'

/** The quantity in the cart. It is 0 until after mount, because public pages do not depend on the visitor. */
export const { use: useCartCount, set: setCartCount } = sharedValue(0)
