import { useState } from 'react'
import { FaqList } from '#storefront/commerce/articles/faq-list.tsx'
import {
  device_test_page,
  keyboard_page,
  toolMeta,
} from '#storefront/commerce/device-test/tool-pages.ts'
import { DrawnKeyboard } from '#storefront/pages/device-test/keyboard/drawn-keyboard.tsx'
import {
  KeyboardHead,
  KeyboardFoot,
} from '#storefront/pages/device-test/keyboard/keyboard-controls.tsx'
import { KeyFacts, KeyTries } from '#storefront/pages/device-test/keyboard/key-facts.tsx'
import { KeyHelp } from '#storefront/pages/device-test/keyboard/key-help.tsx'
import { KeyVerdict } from '#storefront/pages/device-test/keyboard/key-verdict.tsx'
import {
  countedKeys,
  key_layouts,
  type LayoutId,
} from '#storefront/pages/device-test/keyboard/key-layouts.ts'
import { useKeyboard } from '#storefront/pages/device-test/keyboard/use-keyboard.ts'
import type { KeyboardTestData } from '#storefront/pages/device-test/keyboard/page.server.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Notice } from '#web/ui/notice.tsx'

export const meta = () => toolMeta(keyboard_page)

/** /test-keyboard-online: every key that is pressed is marked on a drawn keyboard. */
export function Page({ data: { faq } }: { data: KeyboardTestData }) {
  const [layout_id, setLayout] = useState<LayoutId>('full')
  const keyboard = useKeyboard()
  const { log, hasUnknown } = keyboard
  const layout = key_layouts[layout_id]
  const counted = countedKeys(layout)
  const missing = counted.filter((code) => !log.seen.includes(code))
  return (
    <>
      <Breadcrumb crumbs={[device_test_page, keyboard_page]} />
      <h1 className="text-2xl md:text-title-lg">Test bàn phím online</h1>
      <p className="mt-1.5 mb-4 max-w-180 text-pretty text-muted">
        Bấm lần lượt từng phím. Phím được nhận sẽ sáng xanh, phím đang giữ sáng cam, phím dính sáng
        vàng. Mọi thứ diễn ra trong trình duyệt của bạn.
      </p>
      <section
        aria-label="Bàn phím"
        className="on-dark rounded-[20px] bg-linear-to-b from-ink to-night p-3 text-white shadow-raised sm:p-5 md:p-6"
      >
        <KeyboardHead
          layout={layout_id}
          onLayout={setLayout}
          seen={counted.length - missing.length}
          total={counted.length}
        />
        <DrawnKeyboard layout={layout} log={log} />
        <KeyboardFoot keyboard={keyboard} />
      </section>
      {hasUnknown && (
        <div className="mt-3">
          <Notice kind="info">
            Có phím được gửi mà không kèm vị trí: bàn phím trên màn hình hoặc bộ gõ tiếng Việt. Hãy
            nối bàn phím rời, hoặc tắt UniKey, EVKey rồi thử lại.
          </Notice>
        </div>
      )}
      <KeyFacts log={log} layout={layout_id} />
      <KeyTries log={log} layout={layout_id} />
      <KeyVerdict log={log} layout={layout} missing={missing} />
      <KeyHelp />
      <div className="mt-3 md:mt-4">
        <FaqList faq={faq} about="test bàn phím" />
      </div>
    </>
  )
}
