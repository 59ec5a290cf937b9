import type { CarrierState } from '#shop/shipment/carriers/carrier.ts'

type Words = Readonly<Record<string, CarrierState | null>>

/**
 * What each carrier's words and numbers say about a parcel: the only table. Null: known, and proves nothing. A parcel
 * that its carrier returned is `returning` until staff receive it.
 */
const carrier_words = {
  ghn: {
    ...says('created', 'ready_to_pick picking money_collect_picking'),
    ...says('handed_over', 'picked storing transporting sorting'),
    ...says('delivering', 'delivering money_collect_delivering'),
    ...says('delivery_failed', 'delivery_fail waiting_to_return'),
    ...says(
      'returning',
      'return return_transporting return_sorting returning return_fail returned',
    ),
    ...says('delivered', 'delivered'),
    ...says('lost', 'damage lost scrap'),
    ...says('cancelled', 'cancel'),
    ...says(null, 'exception'),
  },
  // 7 and 8: the courier could not fetch it. 6 and 11 are of reconciliation, 13 of compensation.
  ghtk: {
    ...says('created', '1 2 7 8 12'),
    ...says('handed_over', '3'),
    ...says('delivering', '4 10'),
    ...says('delivery_failed', '9'),
    ...says('delivered', '5 6'),
    ...says('returning', '11 20 21'),
    ...says('lost', '13'),
    ...says('cancelled', '-1'),
    // What a courier says before GHTK has checked it.
    ...says(null, '123 127 128 45 49 410'),
  },
  viettel_post: {
    ...says('created', '100 102 103 104'),
    ...says('handed_over', '105 200 300 301 302 303 400 401 402 403 509 510'),
    ...says('delivering', '500 508 550'),
    ...says('delivery_failed', '506 507'),
    ...says('delivered', '501'),
    ...says('returning', '502 504 505 515'),
    ...says('lost', '503'),
    ...says('cancelled', '107 201'),
    // Requests that are not answered yet, and an edit.
    ...says(null, '101 106 202'),
  },
  play: {
    ...says('created', 'ready'),
    ...says('handed_over', 'picked'),
    ...says('delivering', 'delivering'),
    ...says('delivery_failed', 'delivery_fail'),
    ...says('delivered', 'delivered'),
    ...says('returning', 'return'),
    ...says('lost', 'lost'),
    ...says('cancelled', 'cancel'),
  },
} as const satisfies Record<string, Words>

/** What a word of a carrier says; null if it proves nothing or nobody knows it. */
export function stateOfWord(
  carrier: keyof typeof carrier_words,
  word: string,
): CarrierState | null {
  const words: Words = carrier_words[carrier]
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}

function says(state: CarrierState | null, words: string): Record<string, CarrierState | null> {
  return Object.fromEntries(words.split(' ').map((word) => [word, state]))
}
