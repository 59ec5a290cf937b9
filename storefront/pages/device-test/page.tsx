import { FaqList } from '#storefront/commerce/articles/faq-list.tsx'
import { useOwnDocument } from '#storefront/commerce/device-test/own-document.ts'
import { device_test_page, toolMeta } from '#storefront/commerce/device-test/tool-pages.ts'
import { clearResults, useTestResults } from '#storefront/commerce/device-test/test-results.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import type { DeviceTestData } from '#storefront/pages/device-test/page.server.ts'
import { MachineFacts } from '#storefront/pages/device-test/machine-facts.tsx'
import { ReportForm } from '#storefront/pages/device-test/report-form.tsx'
import { PageLink, TestCard } from '#storefront/pages/device-test/test-card.tsx'
import { BatteryTest } from '#storefront/pages/device-test/tests/battery-test.tsx'
import { CameraTest } from '#storefront/pages/device-test/tests/camera-test.tsx'
import { GamepadTest } from '#storefront/pages/device-test/tests/gamepad-test.tsx'
import { GraphicsTest } from '#storefront/pages/device-test/tests/graphics-test.tsx'
import { MouseTest } from '#storefront/pages/device-test/tests/mouse-test.tsx'
import { ScreenTest } from '#storefront/pages/device-test/tests/screen-test.tsx'
import { SpeakerTest } from '#storefront/pages/device-test/tests/speaker-test.tsx'
import { StorageTest } from '#storefront/pages/device-test/tests/storage-test.tsx'
import { TouchTest } from '#storefront/pages/device-test/tests/touch-test.tsx'
import { VibrationTest } from '#storefront/pages/device-test/tests/vibration-test.tsx'
import { device_test_codes, type DeviceTestCode } from '#pure/formats/device-tests.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Icon } from '#web/ui/icons.tsx'

export const meta = () => toolMeta(device_test_page)

const tests: Readonly<Record<DeviceTestCode, () => React.ReactNode>> = {
  screen: ScreenTest,
  touch: TouchTest,
  keyboard: () => <PageLink path={tool_addresses.keyboardTest.path} text="Mở bài thử bàn phím" />,
  mouse: MouseTest,
  microphone: () => <PageLink path={tool_addresses.microphoneTest.path} text="Mở bài thử micrô" />,
  speaker: SpeakerTest,
  camera: CameraTest,
  graphics: GraphicsTest,
  storage: StorageTest,
  gamepad: GamepadTest,
  vibration: VibrationTest,
  battery: BatteryTest,
}

/** The hub of device tests: one card each, judged by the visitor, and a report of all of them. */
export function Page({ data: { faq } }: { data: DeviceTestData }) {
  useOwnDocument()
  return (
    <>
      <Breadcrumb crumbs={[device_test_page]} />
      <h1 className="text-2xl md:text-title-lg">Kiểm tra linh kiện máy tính online</h1>
      <p className="mt-1.5 mb-4 max-w-180 text-pretty text-muted">
        Mười hai bài thử cho laptop, máy bàn, điện thoại và máy tính bảng, chạy ngay trong trình
        duyệt. Chấm từng mục rồi lập phiếu có chữ ký của cửa hàng.
      </p>
      <MachineFacts />
      <p className="sheet mt-3 hidden p-4 noscript:block">
        Các bài thử cần JavaScript. Không có JavaScript, bạn vẫn có thể tự chấm các mục bằng mắt và
        lập phiếu.
      </p>
      <form method="post" action={tool_addresses.deviceReport.path}>
        <Progress />
        <div className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
          {device_test_codes.map((code) => {
            const Test = tests[code]
            return (
              <TestCard key={code} test={code}>
                <Test />
              </TestCard>
            )
          })}
        </div>
        <ReportForm />
      </form>
      <div className="mt-3 md:mt-4">
        <FaqList faq={faq} about="kiểm tra linh kiện" />
      </div>
    </>
  )
}

/** How many tests are judged, and the way to begin anew. */
function Progress() {
  const results = useTestResults()
  const done = device_test_codes.filter((code) => results[code]?.verdict != null).length
  const failed = device_test_codes.filter((code) => results[code]?.verdict === 'failed').length
  const total = device_test_codes.length
  return (
    <div className="mt-4 mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="text-lg md:text-xl">Các bài thử</h2>
      <div className="h-2 w-28 overflow-hidden rounded-full bg-line sm:w-48">
        <div
          className="h-full origin-left rounded-full bg-success transition-transform motion-reduce:transition-none"
          style={{ transform: `scaleX(${done / total})` }}
        />
      </div>
      <p className="text-sm text-muted tabular-nums">
        Đã chấm {done}/{total}
        {failed > 0 && <strong className="text-sale">, {failed} mục không đạt</strong>}
      </p>
      {done > 0 && (
        <button
          type="button"
          onClick={clearResults}
          className="ml-auto inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-accent hover:underline"
        >
          <Icon name="rotate-cw" className="size-4" />
          Làm lại từ đầu
        </button>
      )}
    </div>
  )
}
