import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import { device_test_page, keyboard_page } from '#storefront/commerce/device-test/tool-pages.ts'
import { keyboard_faq } from '#storefront/pages/device-test/keyboard/keyboard-faq.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import { toolGraph } from '#storefront/seo/structured-data/tool-graph.ts'

export interface KeyboardTestData {
  faq: QuestionAndAnswer[]
}

/** /test-keyboard-online: nothing of it depends on the shop's data. */
export const page = publicPage<KeyboardTestData>({
  tags: () => [],
  loader: async () => ({ faq: keyboard_faq }),
  structured: ({ faq }, shop) => toolGraph(keyboard_page, [device_test_page], faq, shop),
})
