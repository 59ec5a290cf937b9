import type { content } from '#contracts/storefront/content.ts'
import type { GraphqlPart } from '#platform/graphql/graphql.ts'
import type { Service } from '#pure/contract.ts'
import { popups_per_page } from '#shop/content/popup.ts'

/** The GraphQL operation `popups` (contract §3, §7). */
export function contentGraphql({ popups }: Pick<Service<typeof content>, 'popups'>): GraphqlPart {
  return {
    type_defs: /* GraphQL */ `
      type Query {
        "Popups that run now, those of the highest priority first."
        popups: [Popup!]!
      }

      type Popup {
        id: Int!
        title: String!
        image: String!
        link: String!
        priority: Int!
        is_active: Boolean!
        start_date: String!
        end_date: String!
        "Paths on which it stays away, parted by bars."
        exclude_page: String!
      }
    `,
    sizes: { popups: { usual: popups_per_page, max: popups_per_page } },
    query: {
      popups: async () =>
        (await popups(null, {})).map(({ image, ...popup }) => ({ ...popup, image: image.src })),
    },
  }
}
