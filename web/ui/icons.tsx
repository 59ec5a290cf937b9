import sprite from './icons.svg'

interface IconProps {
  className?: string
}

/** An icon of icons.svg. All icons are in one cached file, so pages and scripts contain no SVG paths. */
export function icon(name: string) {
  return function Icon({ className = '' }: IconProps) {
    return (
      <svg aria-hidden className={className} width="24" height="24">
        <use href={`${sprite}#${name}`} />
      </svg>
    )
  }
}

export const ArrowLeftRight = icon('arrow-left-right')
export const ArrowRight = icon('arrow-right')
export const BadgeCheck = icon('badge-check')
export const Check = icon('check')
export const ChevronDown = icon('chevron-down')
export const ChevronLeft = icon('chevron-left')
export const ChevronRight = icon('chevron-right')
export const CircleAlert = icon('circle-alert')
export const CircleCheck = icon('circle-check')
export const CircleX = icon('circle-x')
export const ClipboardList = icon('clipboard-list')
export const Clock = icon('clock')
export const Copy = icon('copy')
export const CreditCard = icon('credit-card')
export const House = icon('house')
export const ImageOff = icon('image-off')
export const Info = icon('info')
export const LayoutGrid = icon('layout-grid')
export const ListFilter = icon('list-filter')
export const LoaderCircle = icon('loader-circle')
export const LocateFixed = icon('locate-fixed')
export const MapPin = icon('map-pin')
export const MessageCircle = icon('message-circle')
export const Minus = icon('minus')
export const Navigation = icon('navigation')
export const PackageCheck = icon('package-check')
export const Pause = icon('pause')
export const Phone = icon('phone')
export const Play = icon('play')
export const Plus = icon('plus')
export const ReceiptText = icon('receipt-text')
export const RefreshCw = icon('refresh-cw')
export const RotateCw = icon('rotate-cw')
export const Search = icon('search')
export const Share = icon('share')
export const ShieldCheck = icon('shield-check')
export const ShoppingBag = icon('shopping-bag')
export const ShoppingCart = icon('shopping-cart')
export const Store = icon('store')
export const Trash = icon('trash-2')
export const Truck = icon('truck')
export const X = icon('x')
export const ZoomIn = icon('zoom-in')
export const Zap = icon('need-zap')
