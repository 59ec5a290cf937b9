import { card as contract, type CardKind, type OwnCard } from '#contracts/storefront/cards.ts'
import { InvalidInput } from '#pure/contract.ts'
import { memberCardsUrl } from '#storefront/addresses/member-links.ts'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface CardsData {
  current: OwnCard | null
  newest: OwnCard | null
  /** The kind whose form is shown. */
  kind: CardKind
  /** Why pictures of a form without scripts were not taken. */
  picture_problem: string | null
}

/** /smember/the: the card of the member, and how to have one verified. `loai` chooses the form. */
export const page = personalPage<CardsData>({
  loader: async ({ services, caller, url: { searchParams } }) => {
    const problem = searchParams.get('loi')
    return {
      ...(await services.card.cards(caller, {})),
      kind: kinds[searchParams.get('loai') ?? ''] ?? 'student',
      picture_problem: problem === null ? null : pictureProblemText(problem),
    }
  },
  actions: {
    ask: async ({ services, caller }: PersonalContext, form: FormData) => {
      if (!form.has('agrees')) {
        throw new InvalidInput({ agrees: 'Cần bạn đồng ý để cửa hàng xem ảnh thẻ.' })
      }
      await services.card.askCard(caller, readForm(contract.askCard.input, form))
      return { redirect: memberCardsUrl() }
    },
    send: async ({ services, caller }, form) => {
      await services.card.sendCard(caller, readForm(contract.sendCard.input, form))
      return { redirect: memberCardsUrl() }
    },
    withdraw: async ({ services, caller }, form) => {
      await services.card.withdrawCard(caller, readForm(contract.withdrawCard.input, form))
      return { redirect: memberCardsUrl() }
    },
  },
})

/** Values of `loai`. */
const kinds: Readonly<Record<string, CardKind>> = {
  'sinh-vien': 'student',
  'giao-vien': 'teacher',
  'doanh-nghiep': 'business',
}
