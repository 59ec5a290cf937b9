import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'

const SIZES = '(max-width: 800px) 60vw, 260px'

/** What happens one after the other. */
export function StepsBlock({ block }: { block: ShownOf<'steps'> }) {
  const { title, sentence, look, steps } = block
  return (
    <LandingSection title={title} sentence={sentence}>
      <ol className={`landing-steps landing-steps-${look}`}>
        {steps.map((step) => (
          <li key={step.title}>
            {step.image === null ? null : (
              <Photo picture={{ ...step.image, alt: '' }} sizes={SIZES} />
            )}
            {step.label === '' ? null : <p className="landing-step-label">{step.label}</p>}
            <h3>{step.title}</h3>
            {step.text === '' ? null : <p>{step.text}</p>}
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}
