import type { MediaRefusal } from '#storefront/commerce/device-test/media-refusals.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Why a camera or microphone does not open, with the steps that help. */
export function MediaProblem({ refusal: { title, steps } }: { refusal: MediaRefusal }) {
  return (
    <Notice kind="error">
      <p className="font-bold">{title}</p>
      <ol className="mt-1.5 list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Notice>
  )
}
