import { gateways } from '#shop/payment/methods/gateways.ts'
import { products } from '#test/support/small-shop.ts'

/** A product that this gateway is offered for: the cheap one, unless its provider takes only large amounts. */
export function goodsOfGateway(code: string): number {
  const small = {
    amount: 150_000,
    shipping_method: 'home_delivery',
    is_online_only: false,
  } as const
  const gateway = gateways.find((one) => one.code === code)
  return gateway?.isOffered(small) === false ? products.phone : products.cable
}
