import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface Props {
  title: string
  /** Name of its drawing in /media/steps, title and text of each step. */
  steps: readonly (readonly [picture: string, title: string, text: string])[]
  /** The class for the columns of a wide window. */
  columns: string
  className?: string
}

/** The steps of a service, each with its drawing. */
export function DrawnSteps({ title: heading, steps, columns, className = '' }: Props) {
  return (
    <section aria-labelledby="cac-buoc" className={`sheet p-4 md:p-6 ${className}`}>
      <h2 id="cac-buoc" className="text-lg md:text-xl">
        {heading}
      </h2>
      <ol className={`mt-3 grid gap-4 sm:grid-cols-2 ${columns}`}>
        {steps.map(([picture, title, text], index) => (
          <li key={picture} className="flex items-center gap-3 lg:flex-col lg:text-center">
            <Photo
              picture={{ src: `/media/steps/${picture}.webp`, alt: '', width: 480, height: 360 }}
              sizes="(max-width: 800px) 120px, 180px"
              className="aspect-4/3 w-28 shrink-0 lg:w-full"
            />
            <div>
              <h3 className="text-base tracking-normal">{`${index + 1}. ${title}`}</h3>
              <p className="mt-0.5 text-body leading-snug text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
