import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import { device_test_page, microphone_page } from '#storefront/commerce/device-test/tool-pages.ts'
import { microphone_faq } from '#storefront/pages/device-test/microphone/microphone-faq.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import { toolGraph } from '#storefront/seo/structured-data/tool-graph.ts'

export interface MicrophoneTestData {
  faq: QuestionAndAnswer[]
}

/** /test-mic-online: nothing of it depends on the shop's data, and no sound is sent to the shop. */
export const page = publicPage<MicrophoneTestData>({
  tags: () => [],
  loader: async () => ({ faq: microphone_faq }),
  structured: ({ faq }, shop) => toolGraph(microphone_page, [device_test_page], faq, shop),
})
