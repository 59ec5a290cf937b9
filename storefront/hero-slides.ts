/** A slide of the home page: a picture with its words in it, and where it leads. */
export interface HeroSlide {
  /** /media/hero/{picture}.webp and {picture}-mobile.webp. */
  picture: string
  /** Two short lines for the tab beneath the slides. */
  title: string
  subtitle: string
  /** All the words in the picture. */
  alt: string
  path: string
}

/** The slides in their order. One that leads to nothing in this shop's catalogue is left out. */
export const heroSlides: readonly HeroSlide[] = [
  {
    picture: 'iphone-18-pro',
    title: 'iPhone 18 Pro',
    subtitle: 'Đỏ rượu vang',
    alt: 'Mới lên kệ: iPhone 18 Pro màu đỏ rượu vang, chip A20 Pro',
    path: '/iphone-18-pro-256gb',
  },
  {
    picture: 'galaxy-s26',
    title: 'Galaxy S26 Ultra',
    subtitle: 'Tím coban',
    alt: 'Galaxy S26 Ultra màu tím coban, camera 200 MP',
    path: '/galaxy-s26-ultra-12gb-256gb',
  },
  {
    picture: 'back-to-school',
    title: 'Laptop vào năm học',
    subtitle: 'Giảm đến 4 triệu',
    alt: 'Laptop vào năm học giảm đến 4 triệu',
    path: '/laptop',
  },
]
