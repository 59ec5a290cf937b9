declare const name: unique symbol

/**
 * A number that stands for one thing only, such as an order's id or an amount in đồng. A plain number
 * may be used as one; another named number may not, so mixing two of them up does not compile.
 */
export type NamedNumber<Name extends string> = number & { readonly [name]?: Name }
