declare const name: unique symbol

/**
 * A number with one meaning, such as an order id or an amount in đồng. A plain number is assignable to it.
 * Another named number is not, so code that mixes up two of them does not compile.
 */
export type NamedNumber<Name extends string> = number & { readonly [name]?: Name }
